-- The legal pages. What is published stays as it was, with its date and number; the working copy is the next version.
-- A page holds only what is true here: facts come from the settings, claims show when somebody has confirmed them.

-- What the texts need besides the profile of the business. One row, or none until somebody fills it in.
create table legal_settings (
  is_only boolean primary key default true check (is_only),
  dpo_contact text constraint legal_fact_length check (char_length(dpo_contact) <= 300),
  tested_with text constraint tested_with_length check (char_length(tested_with) <= 600),
  retention_process_months integer constraint retention_months check (retention_process_months between 1 and 600),
  retention_lead_months integer constraint lead_retention_months check (retention_lead_months between 1 and 600),
  physical_accessibility text constraint physical_accessibility_length check (char_length(physical_accessibility) <= 1000),
  accessibility_updated_on date,
  accessibility_audited_on date,
  -- When somebody who knows the law has gone over what is published now. Publishing other words takes it back.
  reviewed_at timestamptz,
  reviewed_by uuid references auth.users (id) on delete set null,
  is_demo boolean not null default false,
  version integer not null default 1
);
create trigger next_version before update on legal_settings for each row execute function next_version();

-- What the texts claim of the business, confirmed by whom and when. Taking it back is taking the row away.
create table legal_claims (
  claim text primary key constraint unknown_claim check (claim in ('tests', 'encryption', 'backups', 'mfa')),
  confirmed_at timestamptz not null default now(),
  confirmed_by uuid default auth.uid() references auth.users (id) on delete set null
);

create table legal_texts (
  key text primary key constraint unknown_legal_text check (key in ('privacy', 'terms', 'accessibility', 'disclaimer')),
  updated_line text not null default '' constraint updated_line_length check (char_length(updated_line) <= 200),
  body text not null constraint legal_body_length check (char_length(body) between 1 and 60000),
  edited_at timestamptz not null default now(),
  edited_by uuid references auth.users (id) on delete set null,
  version integer not null default 1
);
create trigger next_version before update on legal_texts for each row execute function next_version();

create function note_legal_edited() returns trigger language plpgsql set search_path = '' as $$
begin
  new.edited_at := now();
  new.edited_by := auth.uid();
  return new;
end
$$;
create trigger note_edited before update of updated_line, body on legal_texts
  for each row execute function note_legal_edited();

create table legal_versions (
  id uuid primary key default gen_random_uuid(),
  text_key text not null references legal_texts (key),
  number integer not null,
  updated_line text not null,
  body text not null,
  -- What the facts were on that day: a fact that is emptied later leaves no hole in a sentence.
  facts jsonb not null check (jsonb_typeof(facts) = 'object'),
  -- What changed, for the list at the foot of the page.
  note text not null default '' constraint legal_note_length check (char_length(note) <= 300),
  published_at timestamptz not null default now(),
  published_by uuid references auth.users (id) on delete set null,
  is_demo boolean not null default false,
  constraint legal_version_taken unique (text_key, number)
);

-- The account of who published it may go; what was published stays as it was.
create function keep_legal_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.is_demo then return old; end if;
  raise sqlstate 'PT403' using message = 'only_added_to', detail = tg_table_name;
end
$$;
create trigger only_added_to before delete or
  update of id, text_key, number, updated_line, body, facts, note, published_at, is_demo on legal_versions
  for each row execute function keep_legal_version();

create trigger announce_page_change after insert or update or delete on legal_versions
  for each statement execute function announce_page_change();
create trigger announce_page_change after insert or update or delete on legal_settings
  for each statement execute function announce_page_change();
create trigger announce_page_change after insert or update or delete on legal_claims
  for each statement execute function announce_page_change();

-- What may stand between double braces: facts that are there, by name.
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
  from (select public.business_owner_id() as id) owner
  left join public.business_profiles p on p.user_id = owner.id
  left join public.legal_settings s on true
$$;
grant execute on function legal_facts() to anon, authenticated, service_role;

-- What keeps words from being published: facts they name that nobody has filled in, and what every legal page has to say.
-- A part between {{#name}} and {{/name}} stands only with its claim confirmed or its fact there; so what it names is not missed.
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
      -- Braces that are no mark would be read by people as they stand.
      union all select 'braces' where regexp_replace(rest, '\{\{[A-Za-z]+\}\}', '', 'g') ~ '\{\{|\}\}'
    ) named
    where not facts ? name order by 1);
end
$$;
grant execute on function missing_legal_facts(text) to authenticated, service_role;

-- Makes the working copy the next version. Answers its number.
create function publish_legal_text(text_key text, seen_version integer, note text default '') returns integer
language plpgsql security definer set search_path = '' as $$
declare
  draft public.legal_texts;
  latest public.legal_versions;
  missing text[];
begin
  if not public.has_role('owner', 'admin') then raise insufficient_privilege using message = 'not_allowed'; end if;
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
  -- Other words than those somebody went over.
  update public.legal_settings set reviewed_at = null, reviewed_by = null where reviewed_at is not null;
  return coalesce(latest.number, 0) + 1;
end
$$;
grant execute on function publish_legal_text(text, integer, text) to authenticated;

-- Whoever says it answers for it by name.
create function mark_legal_reviewed(is_reviewed boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not public.has_role('owner', 'admin') then raise insufficient_privilege using message = 'not_allowed'; end if;
  insert into public.legal_settings as s (reviewed_at, reviewed_by) values (now(), auth.uid())
  on conflict (is_only) do update set reviewed_at = excluded.reviewed_at, reviewed_by = excluded.reviewed_by;
  if not is_reviewed then
    update public.legal_settings set reviewed_at = null, reviewed_by = null;
  end if;
end
$$;
grant execute on function mark_legal_reviewed(boolean) to authenticated;

alter table legal_settings enable row level security;
alter table legal_claims enable row level security;
alter table legal_texts enable row level security;
alter table legal_versions enable row level security;
grant select on legal_settings, legal_texts, legal_versions to authenticated;
grant insert (dpo_contact, tested_with, retention_process_months, retention_lead_months, physical_accessibility,
  accessibility_updated_on, accessibility_audited_on),
  update (dpo_contact, tested_with, retention_process_months, retention_lead_months, physical_accessibility,
  accessibility_updated_on, accessibility_audited_on) on legal_settings to authenticated;
grant select (claim) on legal_claims to anon;
grant select, insert (claim), delete on legal_claims to authenticated;
grant update (updated_line, body) on legal_texts to authenticated;
grant select (text_key, number, updated_line, body, facts, note, published_at) on legal_versions to anon;

create policy "staff see what the legal pages rest on" on legal_settings for select to authenticated
  using ((select is_staff()));
create policy "owners and admins fill in what the legal pages rest on" on legal_settings for all to authenticated
  using ((select has_role('owner', 'admin')));
create policy "everybody sees what the business has confirmed" on legal_claims for select to anon, authenticated
  using (true);
create policy "owners and admins confirm what the legal pages claim" on legal_claims for insert to authenticated
  with check ((select has_role('owner', 'admin')) and confirmed_by = (select auth.uid()));
create policy "owners and admins take a confirmation back" on legal_claims for delete to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners, admins and content staff see legal texts in the making" on legal_texts for select to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "owners, admins and content staff write legal texts" on legal_texts for update to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "everybody reads every legal text that was published" on legal_versions for select to anon, authenticated
  using (true);

-- What somebody fills in is theirs and no invention any more.
create function own_legal_settings() returns trigger language plpgsql set search_path = '' as $$
begin
  if auth.uid() is not null then new.is_demo := false; end if;
  return new;
end
$$;
create trigger own_legal_settings before update on legal_settings for each row execute function own_legal_settings();
