-- What somebody said of the business and the photo they gave with it are theirs too: they go out with everything else that is kept about them.
create or replace function person_data(person uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found_rows jsonb;
  found_tables jsonb := '{}';
  place record;
begin
  if not public.has_role('owner', 'admin') then raise sqlstate 'PT403' using message = 'not_allowed'; end if;
  if not exists (select from public.contacts c where c.id = person) then
    raise sqlstate 'PT404' using message = 'person_not_found';
  end if;
  for place in
    select distinct k.conrelid::regclass::text as table_name, c.relname as name, string_agg(format('t.%I in (select public.records_of_person($1))', a.attname), ' or ') as condition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid = 'public.contacts'::regclass and c.relname not in ('duplicate_pairs', 'merges')
    group by 1, 2
    union all select 'public.households', 'households', 't.id in (select c.household_id from public.contacts c where c.id in (select public.records_of_person($1)))'
    union all select 'public.opportunity_stage_history', 'opportunity_stage_history',
      't.opportunity_id in (select o.id from public.opportunities o where o.contact_id in (select public.records_of_person($1)))'
    union all select 'public.newsletter_requests', 'newsletter_requests', 't.email in (select public.own_addresses($1))'
    union all select 'public.reviews', 'reviews', 't.id in (select a.review_id from public.review_authors a where a.contact_id in (select public.records_of_person($1)))'
    union all select 'public.review_photos', 'review_photos',
      't.review_id in (select a.review_id from public.review_authors a where a.contact_id in (select public.records_of_person($1)))'
    union all select 'public.audit_log', 'audit_log', 't.contact_id in (select public.records_of_person($1))'
  loop
    if place.name = 'contacts' then place.condition := 't.id in (select public.records_of_person($1))'; end if;
    execute format(
      'select coalesce(jsonb_agg((select jsonb_object_agg(field.key, field.value) from jsonb_each(to_jsonb(t)) field
         where field.key not like ''%%hash%%'' and field.key not in (''search_name'', ''rank''))), ''[]'') from %s t where %s',
      place.table_name, place.condition) into found_rows using person;
    if found_rows <> '[]' then found_tables := found_tables || jsonb_build_object(place.name, found_rows); end if;
  end loop;
  return found_tables;
end
$$;
