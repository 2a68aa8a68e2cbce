alter table action_links enable row level security;
create policy "only the server sees the links that act" on action_links for select to authenticated using (false);
