-- Rolls an import back from the last line: new contacts are deleted, changed contacts restored exactly. A contact that
-- was changed since is not reverted, and its line contains the reason.

-- The contacts that are referenced by anything but the import itself, in any table with a foreign key to contacts.
create function used_since_import(people uuid[], import uuid) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  link record;
  hit uuid[];
  used uuid[] := '{}';
begin
  for link in
    select c.conrelid::regclass as place, a.attname as col,
      case c.conrelid
        when 'public.activities'::regclass then ' and related_id is distinct from $2'
        when 'public.consents'::regclass then ' and source_id is distinct from $2'
        else '' end as but
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'public.contacts'::regclass
      -- The first three are compared with their state after the import; pairs are derived, and events are a log.
      and c.conrelid <> all (array['public.contact_points', 'public.contact_tags', 'public.contact_staff_details', 'public.duplicate_pairs',
        'public.domain_events']::regclass[])
  loop
    execute format('select array_agg(distinct %2$I) from %1$s where %2$I = any ($1)%3$s', link.place, link.col, link.but)
      into hit using people, import;
    used := used || hit;
  end loop;
  return used;
end
$$;

-- A consent whose only source is the file is deleted when its import is rolled back.
create view private.deletable_consents_via_import as
  select s.id from public.consents s join public.imports i on i.id = s.source_id
  where s.source_type = 'import' and i.status = 'rolling_back';

create function delete_imported_consents(people uuid[], import uuid) returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.consents c where c.contact_id = any (people) and c.source_type = 'import' and c.source_id = import
$$;

-- Restores all columns of a contact by name, so that future columns are included; columns that the system maintains are skipped.
create function restore_contact(was jsonb) returns void
language plpgsql volatile set search_path = public as $$
declare
  columns text;
begin
  select string_agg(quote_ident(a.attname), ', ') into columns from pg_attribute a
  where a.attrelid = 'contacts'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and a.attname not in ('id', 'last_activity_at', 'next_step_at', 'version');
  execute format('update contacts c set (%1$s) = (select %1$s from jsonb_populate_record(null::contacts, $1)) where c.id = ($1 ->> ''id'')::uuid', columns)
    using was;
  -- In a separate statement, because the trigger increments the version in the statement above.
  update contacts c set version = (was ->> 'version')::integer where c.id = (was ->> 'id')::uuid;
end
$$;

create function undo_import_line(import imports, line import_rows) returns void
language plpgsql volatile set search_path = public as $$
declare
  who constant uuid := line.record_id;
  partner constant jsonb := line.before -> 'partner';
  why text;
begin
  perform from contacts c where c.id = who for update;
  why := case
    when not found then 'gone'
    when hash_as_found(contact_as_found(who)) <> line.after_hash then 'changed_since'
    when line.result = 'created' and used_since_import(array[who], import.id) <> '{}' then 'used_since'
    when exists (select from consents c where c.contact_id = who and c.source_type = 'import' and c.source_id = import.id)
      and exists (select from scheduled_messages m where m.contact_id = who and m.created_at >= import.run_at) then 'written_to_since'
  end;
  if why is not null then
    update import_rows r set undone = 'kept', kept_because = why where r.import_id = import.id and r.n = line.n;
    return;
  end if;

  perform delete_imported_consents(array[who], import.id);
  if line.result = 'created' then
    delete from contacts c where c.id = who;
    if partner is not null and hash_as_found(contact_as_found((partner ->> 'id')::uuid)) = partner ->> 'after_hash' then
      update contacts c set household_id = null, household_role = partner ->> 'role' where c.id = (partner ->> 'id')::uuid;
      update contacts c set version = (partner ->> 'version')::integer where c.id = (partner ->> 'id')::uuid;
    end if;
  else
    delete from activities a where a.contact_id = who and a.related_type = 'import' and a.related_id = import.id
      and a.happened_at <= line.activity_at;
    perform restore_contact(line.before -> 'contact');
    update contact_staff_details d set custom = line.before #> '{staff_details,custom}' where d.contact_id = who;
    update contact_staff_details d set version = (line.before #>> '{staff_details,version}')::integer where d.contact_id = who;
    update contacts c set last_activity_at = (line.before #>> '{contact,last_activity_at}')::timestamptz
    where c.id = who and c.last_activity_at = line.activity_at;
    delete from contact_points p where p.contact_id = who and not line.before -> 'points' @> jsonb_build_array(to_jsonb(p));
    insert into contact_points select * from jsonb_populate_recordset(null::contact_points, line.before -> 'points')
    on conflict (id) do nothing;
    delete from contact_tags t where t.contact_id = who and not line.before -> 'tags' @> jsonb_build_array(to_jsonb(t));
  end if;
  update import_rows r set undone = case line.result when 'created' then 'deleted' else 'restored' end
  where r.import_id = import.id and r.n = line.n;
end
$$;

-- Undoes the last lines whose new contacts are unchanged, in a few statements, and returns their number. References are looked up once per
-- batch, because each lookup reads every table with a foreign key to contacts.
create function undo_new_contacts(import imports, most integer) returns integer
language plpgsql volatile set search_path = public as $$
declare
  untouched uuid[];
  used uuid[];
begin
  select array_agg(r.record_id) into untouched from (
    select * from import_rows l where l.import_id = import.id and l.result in ('created', 'updated') and l.undone is null
    order by l.n desc limit most
  ) r where r.result = 'created' and r.before is null and hash_as_found(contact_as_found(r.record_id)) = r.after_hash;
  used := used_since_import(untouched, import.id);
  select array_agg(id) into untouched from unnest(untouched) id where id <> all (used);
  if untouched is null then return 0; end if;
  perform delete_imported_consents(untouched, import.id);
  delete from contacts c where c.id = any (untouched);
  update import_rows r set undone = 'deleted' where r.import_id = import.id and r.record_id = any (untouched) and r.result = 'created';
  return cardinality(untouched);
end
$$;

-- Rolls back the next lines, starting from the last, and returns their number.
create function undo_import(import uuid, most integer) returns integer
language plpgsql volatile set search_path = public set enable_seqscan = off as $$
declare
  batch imports;
  line import_rows;
  done integer := 0;
  kept_lines integer := 0;
begin
  select * into batch from imports i where i.id = undo_import.import and i.status = 'rolling_back' for update;
  if not found then return 0; end if;
  begin
    done := undo_new_contacts(batch, most);
  exception when others then
    if left(sqlstate, 2) in ('40', '53', '57', '58', 'XX') then raise; end if;
  end;
  for line in
    select * from import_rows r where r.import_id = batch.id and r.result in ('created', 'updated') and r.undone is null
    order by r.n desc limit most - done
  loop
    begin
      perform undo_import_line(batch, line);
    exception when others then
      if left(sqlstate, 2) in ('40', '53', '57', '58', 'XX') then raise; end if;
      update import_rows r set undone = 'kept', kept_because = 'used_since' where r.import_id = batch.id and r.n = line.n;
    end;
    done := done + 1;
    kept_lines := kept_lines + (select (r.undone = 'kept')::integer from import_rows r where r.import_id = batch.id and r.n = line.n);
  end loop;
  update imports i set handled = i.handled + done, counts = i.counts || jsonb_build_object(
    'undone', coalesce((i.counts ->> 'undone')::integer, 0) + done - kept_lines, 'kept', coalesce((i.counts ->> 'kept')::integer, 0) + kept_lines)
  where i.id = batch.id;
  return done;
end
$$;

-- Deletes unused households and tags that the import created.
create function finish_undoing(import uuid) returns void
language plpgsql volatile set search_path = public as $$
declare
  made jsonb;
begin
  select i.made into made from imports i where i.id = import;
  begin
    delete from households h where h.id in (select jsonb_array_elements_text(made -> 'households')::uuid)
      and h.version = 1 and not exists (select from contacts c where c.household_id = h.id);
    delete from tags t where t.id in (select jsonb_array_elements_text(made -> 'tags')::uuid)
      and t.version = 1 and not exists (select from contact_tags ct where ct.tag_id = t.id);
  exception when foreign_key_violation then
    null; -- the tag is still referenced
  end;
  update imports i set status = 'rolled_back', rolled_back_at = now() where i.id = import;
end
$$;

-- Deletes the lines of an import a month after it ended; its summary remains. Imports that were never run are deleted after a week.
create function forget_imports() returns integer
language plpgsql volatile set search_path = public as $$
declare
  gone integer;
begin
  delete from imports i where i.status in ('uploaded', 'mapped', 'previewed') and i.created_at < now() - interval '7 days';
  get diagnostics gone = row_count;
  with old as (
    update imports i set forgotten_at = now()
    where i.forgotten_at is null and i.status in ('done', 'failed', 'rolled_back')
      and coalesce(i.rolled_back_at, i.finished_at, i.run_at, i.created_at) < now() - interval '30 days'
    returning i.id
  )
  delete from import_rows r using old where r.import_id = old.id;
  return gone + (select count(*) from imports i where i.forgotten_at = now());
end
$$;

grant execute on function used_since_import(uuid[], uuid), delete_imported_consents(uuid[], uuid), restore_contact(jsonb),
  undo_import_line(imports, import_rows), undo_new_contacts(imports, integer), undo_import(uuid, integer), finish_undoing(uuid), forget_imports() to service_role;
