alter table appointment_preparations enable row level security;
grant select, insert, update, delete on appointment_preparations to service_role;
grant select on appointment_preparations to authenticated;
-- Compares the whole chain: a rescheduled appointment may have been reassigned to another coach, who cannot see the first row.
create policy "what is prepared is seen with its appointment" on appointment_preparations for select to authenticated
  using (exists (select from appointments a where a.root_id = appointment_preparations.root_id));
