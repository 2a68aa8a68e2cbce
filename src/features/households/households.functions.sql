-- Makes a contact point the primary one of its kind. Runs with the caller's rights.
create function make_primary_point(point uuid) returns void
language plpgsql volatile set search_path = public as $$
declare
  chosen contact_points;
begin
  select p.* into chosen from contact_points p where p.id = point for update;
  if chosen.id is null then
    raise sqlstate 'PT404' using message = 'point_gone';
  end if;
  update contact_points p set is_primary = false
  where p.contact_id = chosen.contact_id and p.kind = chosen.kind and p.is_primary and p.id <> point;
  update contact_points p set is_primary = true where p.id = point;
end
$$;
grant execute on function make_primary_point(uuid) to authenticated;
