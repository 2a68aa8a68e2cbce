alter table trust_figures enable row level security;
grant select on trust_figures to anon, authenticated;
grant insert (value, label, source, measured_on, position, is_shown), update (value, label, source, measured_on, position, is_shown),
  delete on trust_figures to authenticated;

create policy "everyone sees the published metrics" on trust_figures for select to anon, authenticated
  using (is_shown and (not is_demo or (select is_demo_business())));
create policy "who cares for the site keeps the figures" on trust_figures for all to authenticated
  using ((select has_role('owner', 'admin', 'content')));
