alter table duplicate_pairs enable row level security;
grant select on duplicate_pairs to authenticated;
create policy "owners, admins and sales see every possible duplicate" on duplicate_pairs for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the possible duplicates among their contacts" on duplicate_pairs for select to authenticated
  using (first_id in (select my_contact_ids()) and second_id in (select my_contact_ids()));
