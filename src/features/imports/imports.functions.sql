create trigger next_version before update of mapping, match_by, on_match, status on imports
  for each row execute function next_version();

-- The keys that match a line with a contact. Without a number or an address the full name is the key.
create function import_keys(clean jsonb, match_by text) returns table (kind text, value text)
language sql immutable rows 3 set search_path = public as $$
  select 'phone', p ->> 'norm' from jsonb_array_elements(clean -> 'phones') p where match_by in ('phone', 'phone_or_email')
  union all
  select 'email', p ->> 'norm' from jsonb_array_elements(clean -> 'emails') p where match_by in ('email', 'phone_or_email')
  union all
  select 'external', clean ->> 'external_id' where match_by = 'external_id' and clean ? 'external_id'
  union all
  select 'name', he_norm(concat_ws(' ', clean ->> 'first_name', clean ->> 'last_name'))
  where jsonb_array_length(coalesce(clean -> 'phones', '[]')) + jsonb_array_length(coalesce(clean -> 'emails', '[]')) = 0
    and not clean ? 'external_id'
$$;

-- The words of a name in sorted order, because lists mix "first last" and "last first".
create function name_words_key(clean jsonb) returns text
language sql immutable set search_path = public as $$
  select string_agg(word, ' ' order by word)
  from regexp_split_to_table(he_norm(concat_ws(' ', clean ->> 'first_name', clean ->> 'last_name')), ' ') word
$$;

-- Finds duplicate lines within the file, and couples: one number, one last name, two first names. A line with a different first name is a
-- different person, because relatives and colleagues share numbers.
create function mark_import_duplicates(import uuid) returns void
language sql volatile set search_path = public as $$
  with keyed as (
    select r.n, k.kind, k.value, he_norm(r.clean ->> 'first_name') as first, he_norm(r.clean ->> 'last_name') as last,
      name_words_key(r.clean) as words
    from imports i join import_rows r on r.import_id = i.id, import_keys(r.clean, i.match_by) k
    where i.id = import and r.clean is not null
  ),
  judged as (
    select n, kind in ('phone', 'email') as is_shareable, min(n) over (partition by kind, value) as first_n,
      least(min(n) over (partition by kind, value, first), min(n) over (partition by kind, value, words)) as namesake,
      case when last <> '' then min(n) over (partition by kind, value, last) end as relative
    from keyed
  ),
  found as (
    select n,
      min(case when is_shareable and namesake < n then namesake when not is_shareable and first_n < n then first_n end) as same,
      min(case when is_shareable and relative < n then relative end) as home
    from judged group by n
  )
  update import_rows r
  set duplicate_of = f.same, household_of = case when f.same is null and i.links_households then f.home end
  from found f, imports i
  where i.id = import and r.import_id = import and r.n = f.n and (f.same is not null or f.home is not null)
$$;

-- Whether any contact has one of the line's keys. Most lines are new, so this check skips the detailed match for them.
create function matches_contact(clean jsonb, match_by text) returns boolean
language sql stable set search_path = public as $$
  select exists (
      select from import_keys(clean, match_by) k
      -- "offset 0" forces a lookup by key, regardless of the planner's estimates for tables without statistics.
      cross join lateral (select from contact_points p where p.kind = k.kind and p.value_norm = k.value offset 0) hit)
    or exists (select from contacts c where c.external_id = clean ->> 'external_id')
    or not (clean ?| array['phones', 'emails', 'external_id']) and exists (
      select from import_keys(clean, match_by) k
      cross join lateral (select from contacts c where he_norm(c.full_name) = k.value and c.deleted_at is null offset 0) hit)
$$;

-- The contact that a line matches: 'same', or 'household' for another member of the household. No row: a new contact. Two first names with
-- a shared number or address are two people. Deleted contacts are excluded.
create function match_import(clean jsonb, match_by text) returns table (contact_id uuid, verdict text)
language sql stable rows 1 set search_path = public as $$
  with recursive asked as (select he_norm(clean ->> 'first_name') as first, he_norm(clean ->> 'last_name') as last),
  hits as (
    select p.contact_id as id, false as is_certain from import_keys(clean, match_by) k
    cross join lateral (select * from contact_points p where p.kind = k.kind and p.value_norm = k.value offset 0) p
    union
    select c.id, true from import_keys(clean, match_by) k
    cross join lateral (select * from contacts c where c.external_id = k.value offset 0) c where k.kind = 'external'
    union
    select c.id, true from import_keys(clean, match_by) k
    cross join lateral (select * from contacts c where he_norm(c.full_name) = k.value and c.deleted_at is null offset 0) c
    where k.kind = 'name' and not exists (select from contact_points p where p.contact_id = c.id)
  ),
  -- Replaces a merged contact by the one it was merged into.
  followed as (
    select h.id, h.is_certain from hits h
    union
    select next.id, f.is_certain from followed f
    cross join lateral (select c.merged_into_id as id from contacts c where c.id = f.id and c.merged_into_id is not null offset 0) next
  ),
  -- Each contact with the contacts merged into it, because the line may have one of their names.
  named as (
    select f.id as who, f.id as via from followed f
    union
    select n.who, merged.id from named n cross join lateral (select c.id from contacts c where c.merged_into_id = n.via offset 0) merged
  ),
  people as (
    select c.id, bool_or(f.is_certain) as is_certain, c.created_at, c.household_id,
      he_norm(c.first_name) = a.first
        or name_words_key(jsonb_build_object('first_name', c.first_name, 'last_name', c.last_name)) = name_words_key(clean) as is_first,
      bool_or(he_norm(own.first_name) = a.first
        or name_words_key(jsonb_build_object('first_name', own.first_name, 'last_name', own.last_name)) = name_words_key(clean)) as was_first,
      he_norm(c.last_name) = a.last and a.last <> '' as is_last
    from followed f cross join lateral (select * from contacts known where known.id = f.id offset 0) c
    join named n on n.who = c.id cross join lateral (select * from contacts known where known.id = n.via offset 0) own, asked a
    where c.deleted_at is null and c.merged_into_id is null
    group by c.id, c.created_at, c.household_id, c.first_name, c.last_name, a.first, a.last
  ),
  same as (select * from people where is_certain or was_first),
  best as (select * from same order by is_certain desc, is_first desc, is_last desc, created_at, id limit 1)
  select b.id, 'same' from best b
  union all
  (select p.id, 'household' from people p where p.is_last and not exists (select from same)
   order by p.household_id is null, p.created_at, p.id limit 1)
$$;

-- The addresses and numbers of a line for which the import records a new consent. A withdrawn consent stays withdrawn.
create function new_consents(who uuid, clean jsonb) returns table (channel text, value text)
language sql stable set search_path = public as $$
  select w.channel, w.value from (
    select 'email' as channel, p ->> 'norm' as value from jsonb_array_elements(clean -> 'emails') p
    union all
    select c.channel, p ->> 'norm' from jsonb_array_elements(clean -> 'phones') p, (values ('sms'), ('whatsapp')) c (channel)
  ) w
  where coalesce((clean -> 'consent')::boolean, true) and not exists (
    select from consents c where c.value_norm = w.value and c.channel = w.channel and c.purpose = 'marketing'
      and (c.contact_id = who or c.action = 'withdraw'))
$$;

-- The changes that a line makes to a contact, by the policy of the import. '{}': none.
create function import_changes(who uuid, clean jsonb, on_match text, has_consent boolean) returns jsonb
language sql stable set search_path = public as $$
  with known as (select to_jsonb(c) as row, d.custom from contacts c join contact_staff_details d on d.contact_id = c.id where c.id = who),
  columns as (
    select jsonb_object_agg(name, clean -> name) as changed
    from known, unnest(array['first_name', 'last_name', 'birth_date', 'lifecycle', 'owner_id', 'source', 'external_id', 'do_not_contact']) name
    where clean ? name and clean -> name is distinct from row -> name
      -- A do-not-contact mark applies regardless of the policy.
      and (on_match = 'overwrite' or row ->> name is null or (name = 'do_not_contact' and clean -> name = 'true'))
  ),
  fields as (
    select jsonb_object_agg(f.key, f.value) as changed from known, jsonb_each(clean -> 'custom') f
    where f.value is distinct from custom -> f.key and (on_match = 'overwrite' or not custom ? f.key)
  ),
  points as (
    select jsonb_agg(p) as added
    from (select 'phone' as kind, jsonb_array_elements(clean -> 'phones') as p
      union all select 'email', jsonb_array_elements(clean -> 'emails')) wanted
    where not exists (select from contact_points c where c.contact_id = who and c.kind = wanted.kind and c.value_norm = p ->> 'norm')
  ),
  marks as (
    select jsonb_agg(name) as added from jsonb_array_elements_text(clean -> 'tags') name
    where not exists (select from contact_tags ct join tags t on t.id = ct.tag_id where ct.contact_id = who and lower(t.name) = lower(name))
  )
  select jsonb_strip_nulls(jsonb_build_object('columns', c.changed, 'custom', f.changed, 'points', p.added, 'tags', m.added,
    'note', case when not exists (select from activities a
      where a.contact_id = who and a.type = 'note' and a.payload ->> 'text' = clean ->> 'note') then clean -> 'note' end,
    'consent', case when has_consent and exists (select from new_consents(who, clean)) then true end))
  from columns c, fields f, points p, marks m
$$;

-- The normalized values of a line, regardless of its phone format.
create function import_facts(clean jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select clean - 'phones' - 'emails' || jsonb_build_object('reached_at', (
    select coalesce(jsonb_agg(p -> 'norm'), '[]')
    from jsonb_array_elements(coalesce(clean -> 'phones', '[]') || coalesce(clean -> 'emails', '[]')) p))
$$;

-- Computes the outcome of the next lines, in order, and returns their number. Dynamic SQL: a plan cached while the tables were empty would
-- scan all contacts inserted since.
create function plan_import(import uuid, most integer) returns integer
language plpgsql volatile set search_path = public set enable_seqscan = off as $$
declare
  judged integer;
begin
  with next as (
    select r.* from import_rows r join imports i on i.id = import
    where r.import_id = import and r.n > i.header_row and r.plan is null order by r.n limit most
  ),
  judged as (
    select r.n,
      case
        when r.clean is null then 'error'
        when r.duplicate_of is not null then
          case when i.on_match = 'skip' or import_facts(earlier.clean) @> import_facts(r.clean) then 'skipped' else 'updated' end
        when m.verdict = 'same' then
          case when i.on_match = 'skip' or import_changes(m.contact_id, r.clean, i.on_match, i.consent_proof is not null) = '{}' then 'skipped' else 'updated' end
        else 'created'
      end as plan,
      case when r.duplicate_of is not null then 'in_file_duplicate'
        when m.verdict = 'same' and i.on_match = 'skip' then 'already_there'
        when m.verdict = 'same' then 'nothing_new'
      end as reason,
      case when r.duplicate_of is null and m.verdict = 'same' then m.contact_id end as record_id
    from next r
    join imports i on i.id = import
    left join import_rows earlier on earlier.import_id = import and earlier.n = r.duplicate_of
    left join lateral (
      select * from match_import(r.clean, i.match_by) where r.duplicate_of is null and matches_contact(r.clean, i.match_by)) m on true
  )
  update import_rows r
  set plan = j.plan, record_id = j.record_id,
    reason = case when j.plan in ('skipped', 'error') then coalesce(r.reason, j.reason) end
  from judged j where r.import_id = import and r.n = j.n;
  get diagnostics judged = row_count;
  return judged;
end
$$;

-- {"incomplete": n}, the number of lines imported without a value that could not be read; '{}' for none.
create function import_incomplete(import uuid) returns jsonb
language sql stable set search_path = public as $$
  select case when count(*) > 0 then jsonb_build_object('incomplete', count(*)) else '{}' end
  from import_rows r where r.import_id = import and r.faults <> '[]' and coalesce(r.result, r.plan) <> 'error'
$$;

grant execute on function import_incomplete(uuid), name_words_key(jsonb), import_keys(jsonb, text), mark_import_duplicates(uuid), match_import(jsonb, text), matches_contact(jsonb, text), import_facts(jsonb),
  import_changes(uuid, jsonb, text, boolean), new_consents(uuid, jsonb), plan_import(uuid, integer) to service_role;
