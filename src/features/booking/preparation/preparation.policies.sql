alter table appointment_preparations enable row level security;
grant select, insert, update, delete on appointment_preparations to service_role;
grant select on appointment_preparations to authenticated;
create policy "what is prepared is seen with its appointment" on appointment_preparations for select to authenticated
  using (exists (select from appointments a where a.id = appointment_preparations.root_id));
