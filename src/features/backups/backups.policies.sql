alter table backup_runs enable row level security;
alter table backup_status enable row level security;
alter table backup_rehearsals enable row level security;
grant select on backup_runs, backup_status, backup_rehearsals to authenticated;
grant select, insert, delete on backup_rehearsals to service_role;
create policy "owners and admins see the backups" on backup_runs for select to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners and admins see how this installation is backed up" on backup_status for select to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners and admins see rehearsed restores" on backup_rehearsals for select to authenticated
  using ((select has_role('owner', 'admin')));
