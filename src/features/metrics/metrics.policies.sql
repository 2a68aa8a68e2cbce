alter table metrics enable row level security;
alter table metric_periods enable row level security;
alter table metric_reads enable row level security;

grant select on metrics to authenticated;
grant insert (id, contact_id, name, unit, every, starts_on, shared_with), update (name, ended_at) on metrics to authenticated;
grant select on metrics to service_role;
grant select, update on metric_periods to service_role;
grant select, insert on metric_reads to service_role;

create policy "owners, admins and the coach of a contact see which numbers are asked for" on metrics for select to authenticated
  using (may_ask_metrics(contact_id));
create policy "a client sees the numbers asked of them, and the shared ones of their partner" on metrics for select to authenticated
  using (contact_id = (select my_client_contact_id())
    or (shared_with = 'household' and contact_id in (select my_household_contact_ids())));
create policy "owners, admins and the coach of a contact ask for numbers" on metrics for insert to authenticated
  with check (may_ask_metrics(contact_id));
create policy "owners, admins and the coach of a contact rename and end what is asked" on metrics for update to authenticated
  using (may_ask_metrics(contact_id));
create policy "only the server reads the values of metrics" on metric_periods for select to authenticated using (false);
create policy "only the server reads who saw the metrics of a client" on metric_reads for select to authenticated using (false);
