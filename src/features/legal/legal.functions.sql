create trigger next_version before update on legal_settings for each row execute function next_version();

create trigger next_version before update on legal_texts for each row execute function next_version();

create function stamp_legal_text() returns trigger language plpgsql set search_path = '' as $$
begin
  new.edited_at := now();
  new.edited_by := auth.uid();
  return new;
end
$$;
create trigger stamp_update before update of updated_line, body on legal_texts
  for each row execute function stamp_legal_text();

-- Published versions are immutable, except that their author may be deleted.
create function forbid_legal_version_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.is_demo then return old; end if;
  raise sqlstate 'PT403' using message = 'only_added_to', detail = tg_table_name;
end
$$;
create trigger only_added_to before delete or
  update of id, text_key, number, updated_line, body, facts, note, published_at, is_demo on legal_versions
  for each row execute function forbid_legal_version_change();

create trigger announce_page_change after insert or update or delete on legal_versions
  for each statement execute function announce_page_change();
create trigger announce_page_change after insert or update or delete on legal_settings
  for each statement execute function announce_page_change();
create trigger announce_page_change after insert or update or delete on legal_claims
  for each statement execute function announce_page_change();

-- Values of the placeholders by name.
create function legal_facts() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'businessName', nullif(btrim(p.business_name), ''),
    'legalName', nullif(btrim(p.legal_name), ''),
    'companyNumber', nullif(btrim(p.company_number), ''),
    'address', nullif(btrim(p.address), ''),
    'phone', nullif(btrim(p.phone), ''),
    'email', nullif(btrim(p.email), ''),
    'privacyEmail', coalesce(nullif(btrim(p.privacy_email), ''), nullif(btrim(p.email), '')),
    'accessibilityEmail', coalesce(nullif(btrim(p.accessibility_email), ''), nullif(btrim(p.email), '')),
    'coordinatorName', nullif(btrim(p.accessibility_coordinator), ''),
    'dpoContact', nullif(btrim(s.dpo_contact), ''),
    'testedWith', nullif(btrim(s.tested_with), ''),
    'retentionProcessMonths', s.retention_process_months::text,
    'retentionLeadMonths', s.retention_lead_months::text,
    'physicalAccessibility', nullif(btrim(s.physical_accessibility), ''),
    'accessibilityUpdated', s.accessibility_updated_on::text,
    'accessibilityAudited', s.accessibility_audited_on::text))
  from (select private.business_owner() as id) owner
  left join public.business_profiles p on p.user_id = owner.id
  left join public.legal_settings s on true
$$;
grant execute on function legal_facts() to anon, authenticated, service_role;

-- Why a text cannot be published: placeholders without a value, and missing mandatory statements. A section between {{#name}} and {{/name}}
-- is shown only if its claim is confirmed or its fact known; its placeholders are not required.
create function missing_legal_facts(words text) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  facts constant jsonb := public.legal_facts();
  rest text := words;
  part text;
begin
  for part in select distinct hit.names[1] from regexp_matches(words, '\{\{#([A-Za-z]+)\}\}', 'g') hit (names) loop
    if facts ? part or exists (select from public.legal_claims c where c.claim = part) then
      rest := replace(replace(rest, '{{#' || part || '}}', ''), '{{/' || part || '}}', '');
    else
      rest := regexp_replace(rest, '\{\{#' || part || '\}\}.*?\{\{/' || part || '\}\}', '', 'g');
    end if;
  end loop;
  return array(
    select distinct name from (
      select hit.names[1] as name from regexp_matches(rest, '\{\{([A-Za-z]+)\}\}', 'g') hit (names)
      union all values ('legalName'), ('companyNumber'), ('email')
      -- Invalid placeholders would be published as entered.
      union all select 'braces' where regexp_replace(rest, '\{\{[A-Za-z]+\}\}', '', 'g') ~ '\{\{|\}\}'
    ) named
    where not facts ? name order by 1);
end
$$;
grant execute on function missing_legal_facts(text) to authenticated, service_role;

-- Publishes the working copy as the next version. Returns its number.
create function publish_legal_text(text_key text, seen_version integer, note text default '') returns integer
language plpgsql security definer set search_path = '' as $$
declare
  draft public.legal_texts;
  latest public.legal_versions;
  missing text[];
begin
  perform private.require_role('owner', 'admin');
  select * into draft from public.legal_texts t where t.key = publish_legal_text.text_key for update;
  if draft.key is null then raise sqlstate 'PT404' using message = 'unknown_legal_text'; end if;
  if draft.version <> seen_version then raise sqlstate 'PT409' using message = 'stale_version'; end if;
  missing := public.missing_legal_facts(draft.updated_line || ' ' || draft.body);
  if missing <> '{}' then
    raise sqlstate 'PT422' using message = 'legal_facts_missing', detail = array_to_string(missing, ',');
  end if;
  select * into latest from public.legal_versions v where v.text_key = draft.key order by v.number desc limit 1;
  if (latest.body, latest.updated_line) = (draft.body, draft.updated_line) then
    raise sqlstate 'PT409' using message = 'nothing_to_publish';
  end if;
  insert into public.legal_versions (text_key, number, updated_line, body, facts, note, published_by)
  values (draft.key, coalesce(latest.number, 0) + 1, draft.updated_line, draft.body, public.legal_facts(), coalesce(btrim(note), ''), auth.uid());
  -- Resets the review, because the lawyer reviewed another text.
  update public.legal_settings set reviewed_at = null, reviewed_by = null where reviewed_at is not null;
  return coalesce(latest.number, 0) + 1;
end
$$;
comment on function publish_legal_text is 'never null';
grant execute on function publish_legal_text(text, integer, text) to authenticated;

-- The reviewer is recorded by name.
create function mark_legal_reviewed(is_reviewed boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_role('owner', 'admin');
  insert into public.legal_settings as s (reviewed_at, reviewed_by) values (now(), auth.uid())
  on conflict (is_only) do update set reviewed_at = excluded.reviewed_at, reviewed_by = excluded.reviewed_by;
  if not is_reviewed then
    update public.legal_settings set reviewed_at = null, reviewed_by = null;
  end if;
end
$$;
grant execute on function mark_legal_reviewed(boolean) to authenticated;

-- Demo settings lose their demo flag once a user edits them.
create function own_legal_settings() returns trigger language plpgsql set search_path = '' as $$
begin
  if auth.uid() is not null then new.is_demo := false; end if;
  return new;
end
$$;
create trigger own_legal_settings before update on legal_settings for each row execute function own_legal_settings();
