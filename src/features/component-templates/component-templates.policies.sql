alter table component_templates enable row level security;
alter table component_template_versions enable row level security;
grant select, update (deleted_at) on component_templates to authenticated;
grant select on component_template_versions to authenticated;
create policy "owners, admins and content staff use the library of blocks" on component_templates for select to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "owners and admins take templates away and bring them back" on component_templates for update to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners, admins and content staff see what templates said before" on component_template_versions for select to authenticated
  using ((select has_role('owner', 'admin', 'content')));
