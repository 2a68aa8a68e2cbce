alter table earlier_waits enable row level security;
alter table earlier_offers enable row level security;
create policy "only the server sees who waits for an earlier hour" on earlier_waits for select to authenticated using (false);
create policy "only the server sees offers of earlier hours" on earlier_offers for select to authenticated using (false);
grant select, insert, update, delete on earlier_waits, earlier_offers to service_role;
