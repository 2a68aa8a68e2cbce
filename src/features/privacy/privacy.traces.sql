-- What tells of a person where no key leads to them: lines of files, notices, the log, searches that were kept.

-- Text as it is searched for numbers and names, however they were written.
create function bare_text(written text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select translate(lower(written), ' -().', '')
$$;

-- The person's own numbers (bare, as they are dialled at home, without the zero) and addresses, each as a pattern. An address stands
-- alone: in noa@gmail.com.il or yanoa@gmail.com somebody else is reached.
create function own_marks(person uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(case p.kind
    when 'email' then '(?<![a-z0-9._%+-])' || regexp_replace(lower(p.value_norm), '([][\\.*+?^$(){}|/-])', '\\\1', 'g') || '(?![a-z0-9-]|\.[a-z0-9])'
    else public.bare_text(regexp_replace(p.value_norm, '^\+(972)?', ''))
  end), '{}') from public.own_points(person) p
$$;

-- In an address of a page @ is %40, and in JSON a new line is the letters \n: neither is a letter of what stands beside it.
create function says_any(written text, marks text[]) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select exists (select from unnest(marks) mark where case when position('@' in mark) > 0
    then regexp_replace(replace(replace(lower(written), '%40', '@'), '%2b', '+'), '\\[nrt]|%[0-9a-f]{2}', ' ', 'g') ~ mark
    else position(mark in public.bare_text(written)) > 0 end)
$$;

-- Every row that a key ties to these people, by its id: also of tables that somebody adds tomorrow.
create function ids_about(records uuid[]) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  link record;
  hit uuid[];
  about uuid[] := records || array(select a.review_id from public.review_authors a where a.contact_id = any (records));
begin
  for link in
    select k.conrelid::regclass as place, a.attname as col
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    join pg_catalog.pg_attribute own on own.attrelid = k.conrelid and own.attname = 'id' and own.atttypid = 'uuid'::regtype
    where k.contype = 'f' and k.confrelid = 'public.contacts'::regclass and k.conrelid <> 'public.contacts'::regclass
  loop
    execute format('select array_agg(id) from %s where %I = any ($1)', link.place, link.col) into hit using records;
    about := about || hit;
  end loop;
  return about;
end
$$;

-- Lines of files that became nobody: broken ones, and those of a list that was not taken in yet.
create index import_rows_of_nobody on import_rows (import_id) where record_id is null;

-- What tells of people without a key to them. To be called while their own rows still stand.
create function forget_traces(person uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  records constant uuid[] := array(select public.records_of_person(person));
  about constant uuid[] := public.ids_about(records);
  marks constant text[] := public.own_marks(person);
  addresses constant text[] := array(select public.own_addresses(person));
begin
  delete from public.notifications n where n.related_entity_id = any (about);
  delete from public.snoozes s where s.entity_id = any (about);
  delete from public.newsletter_requests r where r.email = any (addresses);
  delete from public.mail_preferences p where p.email = any (addresses);
  delete from mail.outbox o where lower(o.to_address) = any (addresses);
  update public.import_rows r set raw = '[]', clean = null, before = null,
    plan = case when r.result is null then 'error' else r.plan end,
    reason = case when r.result is null then 'person_forgotten' else r.reason end
  where r.record_id = any (records) or (r.record_id is null and public.says_any(r.raw::text, marks));
  update public.bulk_changes b set before = jsonb_set(b.before, '{rows}', (
    select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(b.before -> 'rows') one
    where not (one ->> 'id')::uuid = any (about)))
  where exists (select from jsonb_array_elements(b.before -> 'rows') one where (one ->> 'id')::uuid = any (about));
  update public.exports e set search = '' where public.says_any(e.search, marks);
  delete from public.saved_views v where public.says_any(v.query::text, marks);
  perform public.forget_in_audit_log(record) from unnest(records) record;
  -- Rows that are kept by an address, or that were once tied to the person, have lines that name nobody by key.
  update public.audit_log l set before = null, after = null, label = ''
  where l.entity in ('reviews', 'review_authors', 'notifications', 'tasks', 'files', 'opportunities') and l.entity_id = any (about::text[])
    or l.entity in ('suppressions', 'newsletter_requests', 'mail_preferences', 'subscriptions', 'saved_views', 'exports')
      and public.says_any(concat_ws(' ', l.label, l.before, l.after), marks);
end
$$;

-- Notes about others that name the person: they are the others', so whoever forgets somebody is shown them and decides.
create function mentions_of_person(person uuid) returns table (contact_id uuid, full_name text, notes bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  marks constant text[] := public.own_marks(person) || (select replace(public.bare_text(c.full_name), '@', '') from public.contacts c where c.id = person);
begin
  if not public.has_role('owner', 'admin') then raise sqlstate 'PT403' using message = 'not_allowed'; end if;
  return query
    select c.id, c.full_name, count(*) from public.activities a join public.contacts c on c.id = a.contact_id
    where a.type = 'note' and a.deleted_at is null and c.deleted_at is null and c.id not in (select public.records_of_person(person))
      and public.says_any(a.payload ->> 'text', marks)
    group by c.id, c.full_name order by count(*) desc, c.full_name limit 20;
end
$$;

revoke execute on function bare_text(text), own_marks(uuid), says_any(text, text[]), ids_about(uuid[]), forget_traces(uuid),
  mentions_of_person(uuid) from public;
grant execute on function mentions_of_person(uuid) to authenticated;
