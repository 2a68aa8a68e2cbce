alter table pipelines enable row level security;
alter table pipeline_stages enable row level security;
alter table lost_reasons enable row level security;
alter table opportunities enable row level security;
alter table opportunity_stage_history enable row level security;

grant select, delete on pipelines, pipeline_stages, lost_reasons, opportunities to authenticated;
grant select on opportunity_stage_history to authenticated;
grant insert (id, name, is_default), update (name, is_default) on pipelines to authenticated;
grant insert (id, pipeline_id, slug, name, position, probability, kind, rot_days, color),
  update (slug, name, position, probability, kind, rot_days, color) on pipeline_stages to authenticated;
grant insert (id, name, position, is_active), update (name, position, is_active) on lost_reasons to authenticated;
grant insert (id, name, contact_id, household_id, pipeline_id, stage_id, stage, amount_agorot, probability_override,
  expected_close_on, owner_id, source, lost_reason_id, lost_note) on opportunities to authenticated;
grant update (name, contact_id, household_id, pipeline_id, stage_id, stage, amount_agorot, probability_override,
  expected_close_on, owner_id, source, lost_reason_id, lost_note, deleted_at) on opportunities to authenticated;

create policy "staff see the pipelines" on pipelines for select to authenticated
  using ((select is_staff()));
create policy "owners and admins add pipelines" on pipelines for insert to authenticated
  with check ((select has_role('owner', 'admin')));
create policy "owners and admins change pipelines" on pipelines for update to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners and admins delete pipelines" on pipelines for delete to authenticated
  using ((select has_role('owner', 'admin')));
create policy "staff see the stages" on pipeline_stages for select to authenticated
  using ((select is_staff()));
create policy "owners and admins add stages" on pipeline_stages for insert to authenticated
  with check ((select has_role('owner', 'admin')));
create policy "owners and admins change stages" on pipeline_stages for update to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners and admins delete stages" on pipeline_stages for delete to authenticated
  using ((select has_role('owner', 'admin')));
create policy "staff see the reasons for losing" on lost_reasons for select to authenticated
  using ((select is_staff()));
create policy "owners and admins add reasons for losing" on lost_reasons for insert to authenticated
  with check ((select has_role('owner', 'admin')));
create policy "owners and admins change reasons for losing" on lost_reasons for update to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners and admins delete reasons for losing" on lost_reasons for delete to authenticated
  using ((select has_role('owner', 'admin')));

create policy "owners, admins and sales see every opportunity" on opportunities for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "owners, admins and sales open opportunities" on opportunities for insert to authenticated
  with check ((select has_role('owner', 'admin', 'sales')));
create policy "owners and admins change opportunities, also into the bin" on opportunities for update to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners and admins delete opportunities" on opportunities for delete to authenticated
  using ((select has_role('owner', 'admin')));
create policy "sales change opportunities and cannot delete them" on opportunities for update to authenticated
  using ((select has_role('sales')) and deleted_at is null)
  with check ((select has_role('sales')) and deleted_at is null);
create policy "a coach sees the opportunities of their contacts" on opportunities for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "a coach opens opportunities for their contacts" on opportunities for insert to authenticated
  with check (contact_id in (select my_contact_ids()));
create policy "a coach changes the opportunities of their contacts and cannot delete them" on opportunities for update to authenticated
  using (contact_id in (select my_contact_ids()) and deleted_at is null)
  with check (contact_id in (select my_contact_ids()) and deleted_at is null);

create policy "who sees an opportunity sees its history" on opportunity_stage_history for select to authenticated
  using (opportunity_id in (select id from opportunities));

grant insert (product_id), update (product_id, reopened_because) on opportunities to authenticated;
