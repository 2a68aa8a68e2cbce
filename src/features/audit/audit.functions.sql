-- Whether a column is audited: no secrets, and no columns maintained by the system.
create function audit_tells(column_name text) returns boolean
language sql immutable parallel safe as $$
  select column_name !~ '(token|secret|password|sealed|_hash(es)?$|^hash$|snapshot)'
    and column_name <> all (array['id', 'version', 'is_demo', 'created_at', 'updated_at', 'search_name', 'full_name', 'search', 'last_activity_at',
      'next_step_at', 'next_step_task_id', 'score', 'rank', 'stage', 'pipeline_id', 'stage_entered_at', 'closed_at', 'restores_as', 'completed_at',
      'value_raw', 'first_touch', 'last_touch', 'stored_at', 'size_bytes', 'mime_type', 'hits', 'last_hit_at', 'done_entries', 'all_entries', 'row_count'])
$$;

-- The row without empty values.
create function audit_facts(whole jsonb) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(jsonb_object_agg(fact.key, fact.value), '{}')
  from jsonb_each(whole) fact where fact.value <> 'null' and public.audit_tells(fact.key)
$$;

-- Statement trigger of audited tables. Arguments: comma-separated key columns, and for updates `throng`.
-- More than `crowd` inserted or deleted rows (an import or its rollback) are logged as one entry.
-- So are more than `throng` updated rows, because bulk changes store the former values themselves.
create function audit_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  crowd constant integer := 100;
  throng constant integer := tg_argv[1];
  keys constant text[] := string_to_array(coalesce(tg_argv[0], 'id'), ',');
  many bigint;
  changed_columns jsonb;
begin
  if tg_op = 'UPDATE' then
    select count(*) into many from new_rows;
    if many > throng then
      -- Both sides are sorted alike, so their first hundred rows correspond.
      select jsonb_agg(distinct field.key) into changed_columns
      from (select row_number() over () as place, to_jsonb(r) as whole from new_rows r limit 100) n
      join (select row_number() over () as place, to_jsonb(r) as whole from old_rows r limit 100) o using (place)
      cross join lateral jsonb_each(n.whole) field
      where field.value <> o.whole -> field.key and public.audit_tells(field.key);
      insert into public.audit_log (actor_id, action, entity, after)
      select auth.uid(), 'update', tg_table_name, jsonb_build_object('count', many, 'columns', changed_columns)
      where changed_columns is not null;
      return null;
    end if;

    insert into public.audit_log (actor_id, action, entity, entity_id, contact_id, label, version, before, after)
    select auth.uid(), 'update', tg_table_name, public.audit_key(changed.whole, keys), public.audit_contact(tg_table_name, changed.whole),
      public.audit_label(changed.whole), (changed.whole ->> 'version')::integer, changed.before, changed.after
    from (
      select pair.whole, difference.*
      from (
        -- Grouped instead of joined: a plan cached for one row has a nested loop that is too slow for ten thousand.
        select (array_agg(r.whole) filter (where r.is_new))[1] as whole, (array_agg(r.whole) filter (where not r.is_new))[1] as old
        from (
          select to_jsonb(o) as whole, false as is_new from old_rows o
          union all
          select to_jsonb(n), true from new_rows n
        ) r
        group by case when cardinality(keys) = 1 then r.whole ->> keys[1] else public.audit_key(r.whole, keys) end
      ) pair
      cross join lateral (
        select jsonb_object_agg(field.key, pair.old -> field.key) as before, jsonb_object_agg(field.key, field.value) as after
        from jsonb_each(pair.whole) field
        where field.value <> pair.old -> field.key and public.audit_tells(field.key)
      ) difference
      where pair.whole <> pair.old
    ) changed
    where changed.after is not null;
    return null;
  end if;

  if tg_op = 'INSERT' then
    -- Demo rows and rows of the installation have no author.
    select count(*) into many from new_rows r where not (auth.uid() is null and coalesce((to_jsonb(r) ->> 'is_demo')::boolean, false));
    if many between 1 and crowd then
      insert into public.audit_log (actor_id, action, entity, entity_id, contact_id, label, version, after)
      select auth.uid(), 'insert', tg_table_name, public.audit_key(n.whole, keys), public.audit_contact(tg_table_name, n.whole),
        public.audit_label(n.whole), (n.whole ->> 'version')::integer, public.audit_facts(n.whole)
      from (select to_jsonb(r) as whole from new_rows r) n;
    end if;
  else
    select count(*) into many from old_rows;
    if many between 1 and crowd then
      insert into public.audit_log (actor_id, action, entity, entity_id, contact_id, label, version, before)
      select auth.uid(), 'delete', tg_table_name, public.audit_key(o.whole, keys), public.audit_contact(tg_table_name, o.whole),
        public.audit_label(o.whole), (o.whole ->> 'version')::integer, public.audit_facts(o.whole)
      from (select to_jsonb(r) as whole from old_rows r) o;
    end if;
  end if;
  if many > crowd then
    insert into public.audit_log (actor_id, action, entity, after)
    values (auth.uid(), lower(tg_op), tg_table_name, jsonb_build_object('count', many));
  end if;
  return null;
end
$$;

create function audit_key(whole jsonb, keys text[]) returns text
language sql immutable parallel safe set search_path = '' as $$
  select string_agg(whole ->> key, ' ' order by place) from unnest(keys) with ordinality k (key, place)
$$;

-- The contact that a row belongs to.
create function audit_contact(entity text, whole jsonb) returns uuid
language sql immutable parallel safe set search_path = '' as $$
  select case entity when 'contacts' then whole ->> 'id' else coalesce(whole ->> 'contact_id', whole ->> 'winner_id') end::uuid
$$;

create function audit_label(whole jsonb) returns text
language sql immutable parallel safe set search_path = '' as $$
  select left(coalesce(whole ->> 'full_name', whole ->> 'name', whole ->> 'label', whole ->> 'title', whole ->> 'value_norm',
    whole ->> 'file_name', whole ->> 'subject', whole #>> '{payload,text}', ''), 120)
$$;

-- Audits a table. A later call with other keys replaces the earlier one. More than `throng` updated rows become one entry.
create function audit_table(watched regclass, keys text default 'id', throng integer default 1000) returns void
language plpgsql set search_path = '' as $$
begin
  execute format('create or replace trigger audit_insert after insert on %s referencing new table as new_rows
    for each statement execute function public.audit_change(%L)', watched, keys);
  execute format('create or replace trigger audit_update after update on %s referencing old table as old_rows new table as new_rows
    for each statement execute function public.audit_change(%L, %L)', watched, keys, throng);
  execute format('create or replace trigger audit_delete after delete on %s referencing old table as old_rows
    for each statement execute function public.audit_change(%L)', watched, keys);
end
$$;

-- Records that the caller has read encrypted values of a row.
create function private.audit_read(entity text, row_id uuid, contact uuid, label text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.audit_log (actor_id, action, entity, entity_id, contact_id, label)
  values (auth.uid(), 'read', entity, row_id::text, contact, left(coalesce(label, ''), 120))
$$;

-- Removes an erased person's data from the log. The entries remain, without the values.
create function forget_in_audit_log(person uuid) returns bigint
language sql volatile security definer set search_path = '' as $$
  with forgotten as (
    update public.audit_log set before = null, after = null, label = ''
    where contact_id = person and (before is not null or after is not null or label <> '') returning 1)
  select count(*) from forgotten
$$;

-- Data security regulations: entries are retained for 24 months.
create function prune_audit_log() returns bigint
language sql volatile security definer set search_path = '' as $$
  with gone as (delete from public.audit_log where at < now() - interval '24 months' returning 1)
  select count(*) from gone
$$;

grant execute on function forget_in_audit_log(uuid), prune_audit_log() to service_role;

-- Audited: what users enter about contacts, sales, the team and the business. Not audited: machine data (page views,
-- sent mail, duplicate pairs) and versioned tables (pages, posts, legal texts).
do $$
declare
  watched text[];
begin
  foreach watched slice 1 in array array[
    ['contacts', 'id'], ['contact_points', 'id'], ['households', 'id'], ['contact_tags', 'contact_id,tag_id'], ['tags', 'id'],
    ['custom_field_defs', 'id'], ['files', 'id'], ['saved_views', 'id'], ['merges', 'id'],
    ['opportunities', 'id'], ['pipelines', 'id'], ['pipeline_stages', 'id'], ['lost_reasons', 'id'], ['tasks', 'id'],
    ['process_templates', 'id'], ['process_stages', 'id'], ['client_processes', 'id'], ['process_stage_instances', 'id'],
    ['products', 'id'], ['prices', 'id'], ['enrolments', 'id'], ['coupons', 'id'], ['orders', 'id'], ['order_refunds', 'id'], ['gateway_settings', 'provider'], ['tax_document_settings', 'is_only'],
    ['user_roles', 'user_id,role'], ['staff_profiles', 'user_id'], ['staff_invitations', 'id'], ['team_rules', 'id'], ['handovers', 'id'], ['business_profiles', 'user_id'], ['mailing_lists', 'id'], ['message_settings', 'id'], ['message_rules', 'id'], ['closed_days', 'id'],
    ['email_texts', 'kind'], ['legal_settings', 'is_only'], ['seo_settings', 'is_only'], ['tracking_settings', 'is_only'],
    ['booking_hosts', 'user_id'], ['schedules', 'id'], ['time_off', 'id'], ['school_breaks', 'id'], ['appointment_types', 'id'],
    ['booking_settings', 'id'], ['appointments', 'id'], ['session_packages', 'id'], ['lead_magnets', 'id'], ['launches', 'id'], ['launch_contents', 'id'], ['webinars', 'id'], ['webinar_sessions', 'id'], ['webinar_muted_messages', 'webinar_id,rule_key'], ['webinar_team', 'webinar_id,user_id'], ['webinar_templates', 'id'], ['webinar_interactions', 'id'], ['client_invitations', 'id'], ['session_summaries', 'note_id'], ['session_agenda', 'id'], ['forms', 'id'], ['form_passwords', 'form_id'], ['quizzes', 'id'], ['quiz_stage_actions', 'quiz_id,stage'],
    ['automations', 'id'], ['suppressions', 'value_hash,channel,reason'], ['business_exports', 'id']
  ] loop
    perform public.audit_table(watched[1]::regclass, watched[2]);
  end loop;
  -- Inserts are not logged: an activity is itself the record of an event.
  perform public.audit_table('public.activities');
  drop trigger audit_insert on public.activities;
  -- Inserts and deletes are not logged: the row is created empty and deleted with its contact. An import fills the rows
  -- of its new contacts in one update, which is one entry, like their insert.
  perform public.audit_table('public.contact_staff_details', 'contact_id', 100);
  drop trigger audit_insert on public.contact_staff_details;
  drop trigger audit_delete on public.contact_staff_details;
end
$$;
