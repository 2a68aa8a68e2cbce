alter table budget_items enable row level security;
alter table budget_sharing enable row level security;
alter table budget_reads enable row level security;

-- Excludes the sealed column: only the server decrypts it.
grant select (id, household_id, private_to, kind, month, created_by, updated_by, created_at, updated_at, version) on budget_items to authenticated;
grant select on budget_sharing, budget_reads to authenticated;
grant select, insert, update, delete on budget_items, budget_sharing to service_role;
grant select, insert on budget_reads to service_role;

create policy "partners see the shared items of their household's budget" on budget_items for select to authenticated
  using (private_to is null and household_id = (select m.household_id from budget_member() m));
create policy "a client sees their own private items of the budget" on budget_items for select to authenticated
  using (private_to = (select m.contact_id from budget_member() m));

create policy "a client sees their own answer to sharing" on budget_sharing for select to authenticated
  using (contact_id = (select m.contact_id from budget_member() m));

create policy "partners see who read their budget" on budget_reads for select to authenticated
  using (household_id = (select m.household_id from budget_member() m));
create policy "owners and admins see who read which budget" on budget_reads for select to authenticated
  using ((select has_role('owner', 'admin')));
