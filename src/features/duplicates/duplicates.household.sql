-- Two people of one home: the home of one of them, or a new one in their name; what both are reached by is marked as shared.
-- With the caller's rights. Answers what stood before, for unlink_household.
create function link_as_household(one uuid, other uuid) returns jsonb
language plpgsql volatile set search_path = public as $$
declare
  people contacts[];
  home uuid;
  is_new boolean := false;
  before jsonb;
begin
  if one = other then raise sqlstate 'PT422' using message = 'household_of_one'; end if;
  people := array(select c from contacts c where c.id in (one, other) and c.deleted_at is null order by c.id for update);
  if cardinality(people) < 2 then raise sqlstate 'PT404' using message = 'contact_not_found'; end if;
  if people[1].household_id <> people[2].household_id then raise sqlstate 'PT409' using message = 'two_households'; end if;
  home := coalesce(people[1].household_id, people[2].household_id);
  select jsonb_agg(jsonb_build_object('id', p.id, 'household_id', p.household_id, 'household_role', p.household_role)) into before
  from unnest(people) p;
  if home is null then
    home := gen_random_uuid();
    is_new := true;
    insert into households (id, name) values (home, 'משפחת ' || coalesce(people[1].last_name, people[2].last_name, people[1].first_name));
  end if;
  update contacts set household_id = home, household_role = coalesce(household_role, 'partner')
  where id in (one, other) and household_id is distinct from home;
  with marked as (
    update contact_points p set shared_in_household = true
    where p.contact_id in (one, other) and not p.shared_in_household
      and exists (
        select from contact_points q
        where q.contact_id in (one, other) and q.contact_id <> p.contact_id and (q.kind, q.value_norm) = (p.kind, p.value_norm))
    returning p.id
  )
  select jsonb_build_object('household_id', home, 'is_new', is_new, 'people', before, 'points', coalesce(jsonb_agg(m.id), '[]'))
  into before from marked m;
  return before;
end
$$;

create function unlink_household(before jsonb) returns void
language plpgsql volatile set search_path = public as $$
declare
  home constant uuid := before ->> 'household_id';
begin
  update contacts c set household_id = b.household_id, household_role = b.household_role
  from jsonb_to_recordset(before -> 'people') b (id uuid, household_id uuid, household_role text)
  where c.id = b.id and c.household_id = home and b.household_id is null;
  update contact_points p set shared_in_household = false
  where p.id in (select point::uuid from jsonb_array_elements_text(before -> 'points') point);
  if (before ->> 'is_new')::boolean and not exists (select from contacts c where c.household_id = home) then
    delete from households h where h.id = home;
  end if;
end
$$;

grant execute on function link_as_household(uuid, uuid), unlink_household(jsonb) to authenticated;
