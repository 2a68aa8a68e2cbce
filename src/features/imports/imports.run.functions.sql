-- Applies an import line by line. Each line has a savepoint, so that a refused line does not affect the others.

-- Inserts the new contacts among the next lines in a few statements, and returns their number. Statement triggers (duplicates, audit) run
-- once per statement.
create function import_new_contacts(import imports, most integer) returns integer
language plpgsql volatile set search_path = public as $$
declare
  fresh integer[];
  tags_made uuid[];
begin
  with next as (
    select * from import_rows r where r.import_id = import.id and r.result is null order by r.n limit most
  ), taken as (
    update import_rows r set result = 'created', record_id = gen_random_uuid(), activity_at = now() from next
    where r.import_id = import.id and r.n = next.n and next.clean is not null and next.duplicate_of is null
      and next.household_of is null and not matches_contact(next.clean, import.match_by)
    returning r.n
  )
  select array_agg(n) into fresh from taken;
  if fresh is null then return 0; end if;

  insert into contacts (id, first_name, last_name, birth_date, lifecycle, do_not_contact, owner_id, source, external_id, last_activity_at)
  select r.record_id, w.all ->> 'first_name', w.all ->> 'last_name', (w.all ->> 'birth_date')::date, coalesce(w.all ->> 'lifecycle', 'lead'),
    coalesce((w.all -> 'do_not_contact')::boolean, false), (w.all ->> 'owner_id')::uuid, w.all ->> 'source', w.all ->> 'external_id',
    now()
  from import_rows r, lateral (select import.defaults || r.clean as all) w where r.import_id = import.id and r.n = any (fresh);
  update contact_staff_details d set custom = r.clean -> 'custom' from import_rows r
  where r.import_id = import.id and r.n = any (fresh) and r.clean ? 'custom' and d.contact_id = r.record_id;

  insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary)
  select r.record_id, p ->> 'kind', p ->> 'raw', p ->> 'norm', place = min(place) over (partition by r.n, p ->> 'kind')
  from import_rows r, jsonb_array_elements(coalesce(r.clean -> 'phones', '[]') || coalesce(r.clean -> 'emails', '[]')) with ordinality given (p, place)
  where r.import_id = import.id and r.n = any (fresh);

  with made as (
    insert into tags (name)
    select distinct on (lower(word)) word from import_rows r, jsonb_array_elements_text(r.clean -> 'tags') word
    where r.import_id = import.id and r.n = any (fresh) and not exists (select from tags t where lower(t.name) = lower(word))
    returning id
  )
  select coalesce(array_agg(id), '{}') into tags_made from made;
  update imports i set made = jsonb_set(i.made, '{tags}', i.made -> 'tags' || to_jsonb(tags_made))
  where i.id = import.id and tags_made <> '{}';
  insert into contact_tags (contact_id, tag_id)
  select distinct r.record_id, t.id from import_rows r, jsonb_array_elements_text(r.clean -> 'tags') word join tags t on lower(t.name) = lower(word)
  where r.import_id = import.id and r.n = any (fresh);

  perform record_imported_consent(r.record_id, import, r.clean) from import_rows r
  where r.import_id = import.id and r.n = any (fresh) and import.consent_proof is not null;
  insert into activities (type, happened_at, actor_kind, actor_id, contact_id, related_type, related_id, title_cache, payload)
  select l.type, now(), 'user', import.created_by, r.record_id, 'import', import.id, l.title, l.payload
  from import_rows r, lateral (values
    ('note', '', jsonb_build_object('text', r.clean ->> 'note')),
    ('contact.imported', left(regexp_replace(import.file_name, '\.[a-zA-Z]{3,4}$', ''), 200), '{}'::jsonb)) l (type, title, payload)
  where r.import_id = import.id and r.n = any (fresh) and (l.type <> 'note' or r.clean ? 'note');
  update import_rows r set after_hash = hash_as_found(contact_as_found(r.record_id)) where r.import_id = import.id and r.n = any (fresh);
  return cardinality(fresh);
end
$$;

-- Applies the next lines and returns their number. The lock of the import's row ensures that each line is applied once.
create function run_import(import uuid, most integer) returns integer
language plpgsql volatile set search_path = public set enable_seqscan = off as $$
declare
  batch imports;
  line import_rows;
  tally jsonb := '{"created": 0, "updated": 0, "skipped": 0, "error": 0}';
  outcome text;
  broken text;
  done integer := 0;
begin
  select * into batch from imports i where i.id = run_import.import and i.status = 'running' for update;
  if not found then return 0; end if;
  begin
    done := import_new_contacts(batch, most);
    tally := jsonb_set(tally, '{created}', to_jsonb(done));
  exception when others then
    -- A row is invalid: the rows are applied one by one to find that row.
    if left(sqlstate, 2) in ('40', '53', '57', '58', 'XX') then raise; end if;
  end;
  for line in select * from import_rows r where r.import_id = batch.id and r.result is null order by r.n limit most - done loop
    begin
      if line.clean is null then
        update import_rows r set result = 'error' where r.import_id = batch.id and r.n = line.n;
      else
        perform import_line(batch, line);
      end if;
    exception when others then
      -- A transient error: the whole batch is repeated.
      if left(sqlstate, 2) in ('40', '53', '57', '58', 'XX') then raise; end if;
      get stacked diagnostics broken = constraint_name;
      update import_rows r set result = 'error',
        reason = case when sqlstate like 'PT%' then sqlerrm else coalesce(nullif(broken, ''), 'line_refused') end
      where r.import_id = batch.id and r.n = line.n;
    end;
    select r.result into outcome from import_rows r where r.import_id = batch.id and r.n = line.n;
    tally := jsonb_set(tally, array[outcome], to_jsonb((tally ->> outcome)::integer + 1));
    done := done + 1;
  end loop;
  update imports i set handled = i.handled + done,
    counts = (select jsonb_object_agg(t.key, coalesce((i.counts ->> t.key)::integer, 0) + t.value::integer) from jsonb_each_text(tally) t)
  where i.id = batch.id;
  return done;
end
$$;

grant execute on function import_new_contacts(imports, integer), run_import(uuid, integer) to service_role;
