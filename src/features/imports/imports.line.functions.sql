-- A contact before and after an import, without columns that the system maintains.
create function contact_as_found(who uuid) returns jsonb
language sql stable set search_path = public as $$
  select jsonb_build_object(
    'contact', (select to_jsonb(c) from contacts c where c.id = who),
    'staff_details', (select to_jsonb(d) from contact_staff_details d where d.contact_id = who),
    'points', (select coalesce(jsonb_agg(to_jsonb(p) order by p.id), '[]') from contact_points p where p.contact_id = who),
    'tags', (select coalesce(jsonb_agg(to_jsonb(t) order by t.tag_id), '[]') from contact_tags t where t.contact_id = who))
$$;

create function hash_as_found(found jsonb) returns text
language sql immutable set search_path = '' as $$
  select md5((found #- '{staff_details,score}' #- '{contact,last_activity_at}' #- '{contact,next_step_at}')::text)
$$;

-- Adds the numbers, addresses, tags and note of a line. Its first number becomes primary if there is none, or if the import's data take
-- precedence. Returns the tags it created.
create function add_imported_parts(who uuid, import imports, parts jsonb, shared boolean) returns uuid[]
language plpgsql volatile set search_path = public as $$
declare
  word text;
  tag uuid;
  made uuid[] := '{}';
begin
  if import.on_match = 'overwrite' then
    update contact_points p set is_primary = false
    where p.contact_id = who and p.is_primary and p.kind in (select n ->> 'kind' from jsonb_array_elements(parts -> 'points') n);
  end if;
  -- One statement, so that duplicates are refreshed once.
  insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary, shared_in_household)
  select who, n.kind, n.raw, n.norm,
    n.place = min(n.place) over (partition by n.kind)
      and not exists (select from contact_points p where p.contact_id = who and p.kind = n.kind and p.is_primary),
    shared and exists (select from contact_points p where p.kind = n.kind and p.value_norm = n.norm and p.contact_id <> who)
  from (
    select p ->> 'kind' as kind, p ->> 'raw' as raw, p ->> 'norm' as norm, place
    from jsonb_array_elements(parts -> 'points') with ordinality given (p, place)
  ) n
  on conflict on constraint point_already_there do nothing;
  for word in select distinct on (lower(t)) t from jsonb_array_elements_text(parts -> 'tags') t loop
    select t.id into tag from tags t where lower(t.name) = lower(word);
    if tag is null then
      insert into tags (name) values (word) returning id into tag;
      made := made || tag;
    end if;
    insert into contact_tags (contact_id, tag_id) values (who, tag) on conflict do nothing;
  end loop;
  if parts ? 'note' then
    insert into activities (type, actor_kind, actor_id, contact_id, related_type, related_id, payload)
    values ('note', 'user', import.created_by, who, 'import', import.id, jsonb_build_object('text', parts ->> 'note'));
  end if;
  return made;
end
$$;

-- Records marketing consent, with the import as its evidence.
create function record_imported_consent(who uuid, import imports, clean jsonb) returns void
language sql volatile set search_path = public as $$
  insert into consents (contact_id, value_norm, channel, purpose, action, text_version_id, source_type, source_id, proof, recorded_by)
  select who, n.value, n.channel, 'marketing', 'grant', t.id, 'import', import.id, import.consent_proof, import.created_by
  from current_consent_texts t, new_consents(who, clean) n
  where t.kind = 'marketing' and import.consent_proof is not null
$$;

-- Adds a contact to another contact's household, which is created if missing. Returns the other contact's previous state.
create function join_household(who uuid, with_whom uuid, import_id uuid) returns jsonb
language plpgsql volatile set search_path = public as $$
declare
  partner contacts;
  home uuid;
begin
  select * into partner from contacts c where c.id = with_whom for update;
  home := partner.household_id;
  if home is null then
    insert into households (name) values (left('משפחת ' || coalesce(partner.last_name, partner.first_name), 120)) returning id into home;
    update imports i set made = jsonb_set(i.made, '{households}', i.made -> 'households' || to_jsonb(home)) where i.id = import_id;
    update contacts c set household_id = home, household_role = coalesce(c.household_role, 'partner') where c.id = with_whom;
  end if;
  update contacts c set household_id = home, household_role = 'partner' where c.id = who;
  if partner.household_id is not null then return null; end if;
  return jsonb_build_object('id', partner.id, 'role', partner.household_role, 'version', partner.version,
    'after_hash', hash_as_found(contact_as_found(partner.id)));
end
$$;

create function import_line(import imports, line import_rows) returns void
language plpgsql volatile set search_path = public as $$
#variable_conflict use_column
declare
  clean constant jsonb := line.clean;
  fresh constant jsonb := import.defaults || line.clean;
  who uuid;
  how text;
  host uuid;
  is_double boolean;
  news jsonb;
  was jsonb;
  outcome text;
  partner jsonb;
  tags_made uuid[];
begin
  -- The preview's values apply; the match is computed again, because contacts may have changed since.
  select r.record_id into who from import_rows r
  where r.import_id = import.id and r.n = line.duplicate_of and r.result in ('created', 'updated', 'skipped');
  is_double := who is not null;
  if is_double then
    how := 'same';
  else
    select m.contact_id, m.verdict into who, how from match_import(clean, import.match_by) m;
  end if;
  if how = 'household' then
    host := case when import.links_households then who end;
    who := null;
  end if;

  if who is null then
    insert into contacts (first_name, last_name, birth_date, lifecycle, do_not_contact, owner_id, source, external_id)
    values (fresh ->> 'first_name', fresh ->> 'last_name', (fresh ->> 'birth_date')::date, coalesce(fresh ->> 'lifecycle', 'lead'),
      coalesce((fresh -> 'do_not_contact')::boolean, false), (fresh ->> 'owner_id')::uuid, fresh ->> 'source',
      fresh ->> 'external_id')
    returning id into who;
    update contact_staff_details d set custom = clean -> 'custom' where d.contact_id = who and clean ? 'custom';
    if line.household_of is not null then
      select r.record_id into host from import_rows r where r.import_id = import.id and r.n = line.household_of and r.result <> 'error';
    end if;
    if host is not null then partner := join_household(who, host, import.id); end if;
    news := jsonb_strip_nulls(jsonb_build_object('tags', clean -> 'tags', 'note', clean -> 'note',
      'points', coalesce(clean -> 'phones', '[]') || coalesce(clean -> 'emails', '[]')));
    outcome := 'created';
    was := case when partner is not null then jsonb_build_object('partner', partner) end;
  else
    perform from contacts c where c.id = who for update;
    news := import_changes(who, clean, import.on_match, import.consent_proof is not null);
    if import.on_match = 'skip' or news = '{}' then
      update import_rows r set result = 'skipped', record_id = who, reason = case
        when is_double then 'in_file_duplicate' when import.on_match = 'skip' then 'already_there' else 'nothing_new' end
      where r.import_id = import.id and r.n = line.n;
      return;
    end if;
    was := contact_as_found(who);
    if news ? 'columns' then
      update contacts c set
        first_name = coalesce(news #>> '{columns,first_name}', c.first_name), last_name = coalesce(news #>> '{columns,last_name}', c.last_name),
        birth_date = coalesce((news #>> '{columns,birth_date}')::date, c.birth_date),
        lifecycle = coalesce(news #>> '{columns,lifecycle}', c.lifecycle),
        do_not_contact = coalesce((news #> '{columns,do_not_contact}')::boolean, c.do_not_contact),
        owner_id = coalesce((news #>> '{columns,owner_id}')::uuid, c.owner_id), source = coalesce(news #>> '{columns,source}', c.source),
        external_id = coalesce(news #>> '{columns,external_id}', c.external_id)
      where c.id = who;
    end if;
    update contact_staff_details d set custom = d.custom || (news -> 'custom') where d.contact_id = who and news ? 'custom';
    outcome := 'updated';
  end if;

  tags_made := add_imported_parts(who, import, news, host is not null);
  if tags_made <> '{}' then
    update imports i set made = jsonb_set(i.made, '{tags}', i.made -> 'tags' || to_jsonb(tags_made)) where i.id = import.id;
  end if;
  perform record_imported_consent(who, import, clean);
  insert into activities (type, actor_kind, actor_id, contact_id, related_type, related_id, title_cache)
  values (case outcome when 'created' then 'contact.imported' else 'contact.import_updated' end, 'user', import.created_by, who,
    'import', import.id, left(regexp_replace(import.file_name, '\.[a-zA-Z]{3,4}$', ''), 200));
  update import_rows r
  set result = outcome, record_id = who, before = was, reason = null, after_hash = hash_as_found(contact_as_found(who)),
    activity_at = (select c.last_activity_at from contacts c where c.id = who)
  where r.import_id = import.id and r.n = line.n;
end
$$;

grant execute on function contact_as_found(uuid), hash_as_found(jsonb), add_imported_parts(uuid, imports, jsonb, boolean),
  record_imported_consent(uuid, imports, jsonb), join_household(uuid, uuid, uuid), import_line(imports, import_rows) to service_role;
