alter table imports enable row level security;
alter table import_rows enable row level security;
grant select, delete on imports to authenticated;
grant select (import_id, n, raw, clean, duplicate_of, household_of, plan, result, reason, reason_column, faults, record_id, undone, kept_because)
  on import_rows to authenticated;

create policy "owners and admins see what was imported" on imports for select to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners and admins put away a list that was not taken in" on imports for delete to authenticated
  using ((select has_role('owner', 'admin')) and status in ('uploaded', 'mapped', 'previewed'));
create policy "owners and admins see each line of an import" on import_rows for select to authenticated
  using ((select has_role('owner', 'admin')));
