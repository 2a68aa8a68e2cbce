-- Erasure of personal data without a foreign key: import lines, notifications, the audit log, saved searches.

-- Text without formatting, to search for numbers and names.
create function plain_text(written text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select translate(lower(written), ' -().', '')
$$;

-- Patterns of the contact's own numbers (national, without the leading zero) and addresses. An address matches as a whole: noa@gmail.com.il
-- or yanoa@gmail.com belong to others.
create function identifying_marks(person uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(case p.kind
    when 'email' then '(?<![a-z0-9._%+-])' || regexp_replace(lower(p.value_norm), '([][\\.*+?^$(){}|/-])', '\\\1', 'g') || '(?![a-z0-9-]|\.[a-z0-9])'
    else public.plain_text(regexp_replace(p.value_norm, '^\+(972)?', ''))
  end), '{}') from public.own_points(person) p
$$;

-- @ is %40 in a URL, and a line break is \n in JSON: neither counts as part of the adjacent text.
create function contains_any(written text, marks text[]) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select exists (select from unnest(marks) mark where case when position('@' in mark) > 0
    then regexp_replace(replace(replace(lower(written), '%40', '@'), '%2b', '+'), '\\[nrt]|%[0-9a-f]{2}', ' ', 'g') ~ mark
    else position(mark in public.plain_text(written)) > 0 end)
$$;

-- The ids of all rows that refer to these contacts, from the catalog, so that new tables are included.
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

-- Erases mentions without a foreign key. Called before the contact's own rows are deleted.
create function forget_traces(person uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  records constant uuid[] := array(select public.records_of_person(person));
  about constant uuid[] := public.ids_about(records);
  marks constant text[] := public.identifying_marks(person);
  addresses constant text[] := array(select public.own_addresses(person));
begin
  delete from public.notifications n where n.related_entity_id = any (about);
  delete from public.channel_notices n where n.related_entity_id = any (about);
  delete from public.snoozes s where s.entity_id = any (about);
  delete from public.newsletter_requests r where r.email = any (addresses);
  delete from public.mail_preferences p where p.email = any (addresses);
  delete from mail.outbox o where lower(o.to_address) = any (addresses);
  -- Webhook calls about the person.
  delete from mail.outbox o using public.automation_runs r where r.contact_id = any (records) and o.payload ->> 'runId' = r.id::text;
  update public.import_rows r set raw = '[]', clean = null, before = null,
    plan = case when r.result is null then 'error' else r.plan end,
    reason = case when r.result is null then 'person_forgotten' else r.reason end
  where r.record_id = any (records) or (r.record_id is null and public.contains_any(r.raw::text, marks));
  update public.bulk_changes b set before = jsonb_set(b.before, '{rows}', (
    select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(b.before -> 'rows') one
    where not (one ->> 'id')::uuid = any (about)))
  where exists (select from jsonb_array_elements(b.before -> 'rows') one where (one ->> 'id')::uuid = any (about));
  update public.exports e set search = '' where public.contains_any(e.search, marks);
  delete from public.saved_views v where public.contains_any(v.query::text, marks);
  perform public.forget_in_audit_log(record) from unnest(records) record;
  -- Rows matched by address, or by a former reference, contain values without a contact id.
  update public.audit_log l set before = null, after = null, label = ''
  where l.entity in ('reviews', 'review_authors', 'notifications', 'tasks', 'files', 'opportunities') and l.entity_id = any (about::text[])
    or l.entity in ('suppressions', 'newsletter_requests', 'mail_preferences', 'subscriptions', 'saved_views', 'exports')
      and public.contains_any(concat_ws(' ', l.label, l.before, l.after), marks);
end
$$;

-- Notes about other contacts that mention the person, for the user to review.
create function mentions_of_person(person uuid) returns table (contact_id uuid, full_name text, notes bigint)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  marks constant text[] := public.identifying_marks(person) || (select replace(public.plain_text(c.full_name), '@', '') from public.contacts c where c.id = person);
begin
  perform private.require_role('owner', 'admin');
  return query
    select c.id, c.full_name, count(*) from public.activities a join public.contacts c on c.id = a.contact_id
    where a.type = 'note' and a.deleted_at is null and c.deleted_at is null and c.id not in (select public.records_of_person(person))
      and public.contains_any(a.payload ->> 'text', marks)
    group by c.id, c.full_name order by count(*) desc, c.full_name limit 20;
end
$$;
comment on function mentions_of_person is 'never null: contact_id, full_name, notes';
grant execute on function mentions_of_person(uuid) to authenticated;
