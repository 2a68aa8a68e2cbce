grant insert (custom), update (custom) on opportunities, households to authenticated;

alter table custom_field_defs enable row level security;
grant select on custom_field_defs to authenticated;
grant insert (id, entity, key, label, type, options, required, position),
  update (label, options, required, position, deleted_at) on custom_field_defs to authenticated;

create policy "staff see which fields there are" on custom_field_defs for select to authenticated
  using ((select is_staff()));
create policy "owners and admins add fields" on custom_field_defs for insert to authenticated
  with check ((select has_role('owner', 'admin')));
create policy "owners and admins change fields, also take them away" on custom_field_defs for update to authenticated
  using ((select has_role('owner', 'admin')));
