alter table answer_ratings enable row level security;
grant select, delete on answer_ratings to authenticated;
create policy "owners, admins and content editors see which answers help" on answer_ratings for select to authenticated
  using ((select is_site_editor()));
create policy "owners, admins and content editors count an answer anew" on answer_ratings for delete to authenticated
  using ((select is_site_editor()));
