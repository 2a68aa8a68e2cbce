alter table slot_groups enable row level security;
create policy "only functions see slot groups" on slot_groups for select to authenticated using (false);
