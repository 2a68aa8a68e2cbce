alter table stage_materials enable row level security;
-- Written only by the function that saves the template's draft.
grant select on stage_materials to authenticated;

create policy "staff see the materials of stages" on stage_materials for select to authenticated
  using ((select is_staff()));
create policy "a client sees the materials of the stages that were opened to them" on stage_materials for select to authenticated
  using (exists (select from process_stage_instances i join client_processes p on p.id = i.client_process_id
    where i.process_stage_id = stage_materials.stage_id and i.status not in ('locked', 'skipped') and p.status <> 'cancelled'
      and p.id in (select my_process_ids())));
