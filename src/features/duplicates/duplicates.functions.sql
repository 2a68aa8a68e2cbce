create function street_of(household uuid) returns text
language sql stable set search_path = '' as $$
  select nullif(public.he_norm(split_part(h.address, ',', 1)), '') from public.households h where h.id = household
$$;

-- Similarity of two contacts in points: number 60, address 60, full name 30, last name and street 25.
create function score_pair(one contacts, other contacts, phone boolean, email boolean)
returns table (score integer, reasons text[], looks_like text)
language sql stable set search_path = '' as $$
  select 60 * phone::integer + 60 * email::integer + 30 * is_named_alike::integer + 25 * is_neighbour::integer,
    array_remove(array[
      case when phone then 'phone' end, case when email then 'email' end,
      case when is_named_alike then 'name' end, case when is_neighbour then 'street' end], null),
    case when is_family and is_called_otherwise then 'household' else 'duplicate' end
  from (
    select is_family, is_called_otherwise, is_family and not is_called_otherwise as is_named_alike,
      is_family and coalesce(public.street_of(one.household_id) = public.street_of(other.household_id), false) as is_neighbour
    from (
      select one.last_name is not null and public.he_norm(one.last_name) = public.he_norm(other.last_name) as is_family,
        public.he_norm(one.first_name) <> public.he_norm(other.first_name) as is_called_otherwise
      -- Materialized: otherwise the planner inlines and evaluates them repeatedly.
      offset 0
    ) names
    offset 0
  ) alike
$$;

-- All pairs of these contacts with at least 60 points. Planned for each call: a cached plan for one contact takes
-- minutes for thousands.
create function pairs_of(people uuid[])
returns table (first_id uuid, second_id uuid, score integer, reasons text[], looks_like text)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  return query
  with sharing as (
    select least(mine.contact_id, theirs.contact_id) as first_id, greatest(mine.contact_id, theirs.contact_id) as second_id,
      bool_or(mine.kind = 'phone') as phone, bool_or(mine.kind = 'email') as email
    from public.contact_points mine
    cross join lateral (
      select few.contact_id, count(*) over () as crowd
      -- A number shared by a dozen contacts is a switchboard and identifies no contact.
      from (select p.contact_id from public.contact_points p where p.kind = mine.kind and p.value_norm = mine.value_norm limit 12) few
    ) theirs
    where mine.contact_id = any (people) and theirs.contact_id <> mine.contact_id and theirs.crowd < 12
    group by 1, 2
  )
  select s.first_id, s.second_id, j.score, j.reasons, j.looks_like
  from sharing s
  join public.contacts one on one.id = s.first_id and one.deleted_at is null
  join public.contacts other on other.id = s.second_id and other.deleted_at is null
  cross join lateral public.score_pair(one, other, s.phone, s.email) j
  -- Linked family members share contact points and names.
  where j.score >= 60 and not (
    one.household_id is not distinct from other.household_id and one.household_id is not null
    and public.he_norm(one.first_name) <> public.he_norm(other.first_name));
end
$$;

-- Recomputes the pairs of these contacts. Only undecided pairs are deleted.
create function refresh_duplicates(people uuid[]) returns void
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  with found as materialized (select * from public.pairs_of(people)),
  gone as (
    delete from public.duplicate_pairs p
    where (p.first_id = any (people) or p.second_id = any (people)) and p.dismissed_at is null
      and not exists (select from found f where (f.first_id, f.second_id) = (p.first_id, p.second_id))
  )
  insert into public.duplicate_pairs as stored (first_id, second_id, score, reasons, looks_like)
  select f.first_id, f.second_id, f.score, f.reasons, f.looks_like from found f
  -- Sorted, so that two imports do not deadlock.
  order by f.first_id, f.second_id
  on conflict (first_id, second_id) do update
    set score = excluded.score, reasons = excluded.reasons, looks_like = excluded.looks_like
    where (stored.score, stored.reasons, stored.looks_like) is distinct from (excluded.score, excluded.reasons, excluded.looks_like);
end
$$;

-- Contacts inserted concurrently do not see each other, so a daily job recomputes all pairs.
create function refresh_all_duplicates() returns void
language sql volatile security definer set search_path = '' as $$
  select public.refresh_duplicates(array(
    select distinct p.contact_id from public.contact_points p
    where (p.kind, p.value_norm) in (
      select q.kind, q.value_norm from public.contact_points q group by 1, 2 having count(*) between 2 and 11)))
$$;

grant execute on function refresh_all_duplicates() to service_role;

create function refresh_duplicates_of_points() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform public.refresh_duplicates(array(select distinct c.contact_id from changed c));
  return null;
end
$$;
create trigger refresh_duplicates_of_new after insert on contact_points referencing new table as changed
  for each statement execute function refresh_duplicates_of_points();
create trigger refresh_duplicates_of_changed after update on contact_points referencing new table as changed
  for each statement execute function refresh_duplicates_of_points();
create trigger refresh_duplicates_of_gone after delete on contact_points referencing old table as changed
  for each statement execute function refresh_duplicates_of_points();

create function refresh_duplicates_of_people() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  people constant uuid[] := array(
    select a.id from after a join before b on b.id = a.id
    where (a.first_name, a.last_name, a.household_id, a.deleted_at) is distinct from (b.first_name, b.last_name, b.household_id, b.deleted_at));
begin
  if cardinality(people) > 0 then perform public.refresh_duplicates(people); end if;
  return null;
end
$$;
create trigger refresh_duplicates after update on contacts referencing old table as before new table as after
  for each statement execute function refresh_duplicates_of_people();

create function refresh_duplicates_of_household() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform public.refresh_duplicates(array(select c.id from public.contacts c where c.household_id = new.id));
  return null;
end
$$;
create trigger refresh_duplicates after update of address on households
  for each row when (old.address is distinct from new.address) execute function refresh_duplicates_of_household();

-- Existing contacts similar to one about to be added, best match first, with at least 30 points. Limited to contacts that the caller can
-- see. The number as E.164, the address in lower case.
create function known_people(first_name text, last_name text default null, phone text default null, email text default null)
returns table (id uuid, full_name text, score integer, reasons text[], looks_like text)
language sql stable security definer set search_path = '' as $$
  with written as (
    select jsonb_populate_record(null::public.contacts, jsonb_build_object(
      'first_name', known_people.first_name, 'last_name', known_people.last_name)) as person
  ), reached as (
    (select p.contact_id, p.kind from public.contact_points p where p.kind = 'phone' and p.value_norm = known_people.phone limit 12)
    union all
    (select p.contact_id, p.kind from public.contact_points p where p.kind = 'email' and p.value_norm = known_people.email limit 12)
    union all
    (select c.id, 'name' from public.contacts c
     where c.deleted_at is null and c.last_name is not null
       and public.he_norm(c.full_name) = public.he_norm(concat_ws(' ', known_people.first_name, known_people.last_name)) limit 12)
  ), people as (
    select r.contact_id, bool_or(r.kind = 'phone') as phone, bool_or(r.kind = 'email') as email from reached r group by 1
  )
  select c.id, c.full_name, j.score, j.reasons, j.looks_like
  from people p
  join public.contacts c on c.id = p.contact_id and c.deleted_at is null
  cross join written w
  cross join lateral public.score_pair(w.person, c, p.phone, p.email) j
  where j.score >= 30
    and ((select public.has_role('owner', 'admin', 'sales')) or c.id in (select public.my_contact_ids()))
  order by j.score desc, c.full_name, c.id
  limit 5
$$;
comment on function known_people is 'never null: id, full_name, score, reasons, looks_like';

grant execute on function known_people(text, text, text, text) to authenticated;

-- Marks a pair as not duplicates, or undoes that.
create function decide_pair(one uuid, other uuid, is_dismissed boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not public.has_role('owner', 'admin', 'sales')
    and (select count(*) from public.my_contact_ids() mine (id) where mine.id in (one, other)) < 2 then
    raise sqlstate 'PT403' using message = 'not_allowed';
  end if;
  update public.duplicate_pairs p set
    dismissed_at = case when is_dismissed then now() end,
    dismissed_by = case when is_dismissed then auth.uid() end
  where p.first_id = least(one, other) and p.second_id = greatest(one, other);
  if not found then raise sqlstate 'PT404' using message = 'pair_not_found'; end if;
  if not is_dismissed then perform public.refresh_duplicates(array[one, other]); end if;
end
$$;

grant execute on function decide_pair(uuid, uuid, boolean) to authenticated;

-- Adds two contacts to the household of one of them, or to a new one. Common contact points are marked as shared. Runs
-- with the caller's rights. Returns the previous state, for unlink_household.
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
