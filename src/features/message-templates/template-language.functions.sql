-- The template language in the database, for validation at publication. Messages are rendered by the parser in
-- src/lib/templates; a test compares the two.

-- The first invalid token of the text, or null. `names`: the existing fields.
create function private.template_fault(content text, names text[]) returns text
language plpgsql immutable set search_path = '' as $$
declare
  token text;
  word text;
  before text;
  parts text[];
  condition text[];
  has_else boolean[] := '{}';
  tokens integer := 0;
begin
  if char_length(content) > 10000 then return left(content, 20); end if;
  -- Valid tokens leave a space, so that the braces around a token do not form another token.
  if regexp_replace(content, '\{\{[^{}\n]*\}\}', ' ', 'g') ~ '\{\{|\}\}' then
    return coalesce(substring(regexp_replace(content, '\{\{[^{}\n]*\}\}', ' ', 'g') from '(?:\{\{|\}\}).{0,18}'), '{{');
  end if;
  for token in select m[1] from regexp_matches(content, '(\{\{[^{}\n]*\}\})', 'g') m loop
    tokens := tokens + 1;
    word := btrim(substr(token, 3, char_length(token) - 4), E' \t');
    if word = 'סוף' then
      if cardinality(has_else) = 0 then return token; end if;
      has_else := has_else[:cardinality(has_else) - 1];
    elsif word = 'אחרת' then
      if cardinality(has_else) = 0 or has_else[cardinality(has_else)] then return token; end if;
      has_else[cardinality(has_else)] := true;
    elsif word ~ '^אם[ \t]' then
      condition := regexp_match(word, '^אם[ \t]+(?:לא[ \t]+)?([^=]+?)[ \t]*(?:=[ \t]*([^=]*?)[ \t]*)?$');
      if condition is null or condition[2] = '' or char_length(condition[2]) > 80
        or not private.template_name(condition[1]) = any (names) or cardinality(has_else) >= 3 then return token; end if;
      has_else := has_else || false;
    else
      parts := string_to_array(word, '|');
      before := coalesce(parts[1], '');
      if btrim(split_part(before, ':', 1), E' \t') = 'מין' then
        if cardinality(parts) <> 3 or strpos(before, ':') = 0 or btrim(substr(before, strpos(before, ':') + 1), E' \t') = ''
          or btrim(parts[2], E' \t') = '' or btrim(parts[3], E' \t') = '' then return token; end if;
      elsif cardinality(parts) > 2 or not private.template_name(split_part(before, ':', 1)) = any (names)
        or (strpos(before, ':') > 0 and btrim(substr(before, strpos(before, ':') + 1), E' \t')
          not in ('יום', 'תאריך', 'תאריך מלא', 'שעה', 'יום ושעה'))
        or char_length(btrim(parts[2], E' \t')) not between 1 and 80 then return token;
      end if;
    end if;
  end loop;
  if cardinality(has_else) > 0 or tokens > 200 then return coalesce(token, '{{אם'); end if;
  return null;
end
$$;

-- Normalises a name for comparison: spaces and underscores are equal.
create function private.template_name(typed text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(btrim(typed, E' \t'), '[ \t]+', '_', 'g')
$$;

-- The first invalid token in any text of the content, or null. The condition of a block is checked like an inline condition.
create function private.template_content_fault(content jsonb, names text[]) returns text
language sql stable set search_path = '' as $$
  select fault from (
    select private.template_fault(value #>> '{}', names) as fault
    from jsonb_path_query(content, 'strict $.** ? (@.type() == "string")') value
    union all
    select private.template_fault('{{אם ' || (value #>> '{}') || '}}{{סוף}}', names)
    from jsonb_path_query(content, 'lax $.blocks[*].when ? (@.type() == "string" && @ != "")') value) faults
  where fault is not null limit 1
$$;

-- The names of all merge fields of messages about the context. Each module declares a function merge_fields_of_…; active custom fields of
-- contacts and households are added.
create function private.merge_field_names(context_type text) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  module text;
  of_module text[];
  names text[] := (
    select coalesce(array_agg(case d.entity when 'household' then 'שדה_בית.' else 'שדה.' end || d.key), '{}')
    from public.custom_field_defs d where d.entity in ('contact', 'household') and d.deleted_at is null);
begin
  foreach module in array array_remove(array['business', 'contact', 'newsletter', context_type], null) loop
    continue when to_regprocedure(format('private.%I()', 'merge_fields_of_' || module)) is null;
    execute format('select private.%I()', 'merge_fields_of_' || module) into of_module;
    names := names || of_module;
  end loop;
  return names;
end
$$;

-- Values of all fields for a recipient; null if the contact was deleted, merged or erased.
create function private.merge_values(contact uuid, context_type text, context_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  of_contact constant jsonb := private.merge_values_of_contact(contact);
begin
  if of_contact is null then return null; end if;
  return coalesce(private.merge_values_of_business(), '{}') || of_contact
    || jsonb_build_object('form', private.address_form(contact), 'context', private.merge_context(context_type, context_id, contact));
end
$$;

-- The entity that a message to the contact is about, as {"type", "id", "facts"}; null if it has no fields, or belongs to another contact. A
-- module implements private.merge_values_of_<context>(uuid, uuid), with the contact as the second argument.
create function private.merge_context(type text, id uuid, contact uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  facts jsonb;
begin
  -- Messages of a run use the entity that triggered it.
  if type = 'automation_run' then select s.type, s.id into type, id from private.subject_of_run(id) s; end if;
  if type is null or id is null or to_regprocedure(format('private.%I(uuid, uuid)', 'merge_values_of_' || type)) is null then return null; end if;
  execute format('select private.%I($1, $2)', 'merge_values_of_' || type) into facts using id, contact;
  return case when facts is not null then jsonb_build_object('type', type, 'id', id, 'facts', facts) end;
end
$$;

-- The contact's newest entity of a context, for previews; null if there is none.
create function private.newest_merge_context(type text, contact uuid) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  newest uuid;
begin
  if type is null or to_regprocedure(format('private.%I(uuid)', 'newest_' || type || '_of')) is null then return null; end if;
  execute format('select private.%I($1)', 'newest_' || type || '_of') into newest using contact;
  return newest;
end
$$;
grant execute on function private.newest_merge_context(text, uuid) to service_role;

-- The path of a link that a module creates for one recipient, or null. The caller names the module, not the recipient's text.
create function private.merge_link(module text, field text, contact uuid, context_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  path text;
begin
  if to_regprocedure(format('private.%I(text, uuid, uuid)', 'merge_link_of_' || module)) is null then return null; end if;
  execute format('select private.%I($1, $2, $3)', 'merge_link_of_' || module) into path using field, contact, context_id;
  return path;
end
$$;
grant execute on function private.merge_field_names(text), private.merge_values(uuid, text, uuid), private.merge_link(text, text, uuid, uuid)
  to service_role;

-- Whether a block of a mail is valid: a known kind, complete, with addresses of safe schemes.
create function is_message_block(block jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce((case
    when block ->> 'kind' = 'line' then true
    when block ->> 'kind' in ('heading', 'text', 'quote') then jsonb_typeof(block -> 'text') = 'string' and block ->> 'text' ~ '\S'
    when block ->> 'kind' = 'button' then jsonb_typeof(block -> 'words') = 'string' and block ->> 'words' ~ '\S'
      and private.is_message_address(block ->> 'to')
    when block ->> 'kind' = 'picture' then block ->> 'alt' ~ '\S' and private.is_message_picture(block -> 'picture')
      and (block ->> 'to' = '' or private.is_message_address(block ->> 'to'))
    when block ->> 'kind' = 'article' then block ->> 'title' ~ '\S' and jsonb_typeof(block -> 'text') = 'string'
      and private.is_message_address(block ->> 'to')
      and (jsonb_typeof(block -> 'picture') = 'null' or private.is_message_picture(block -> 'picture'))
  end) and (not block ? 'when' or (jsonb_typeof(block -> 'when') = 'string' and char_length(block ->> 'when') <= 200)), false)
$$;

create function private.is_message_address(address text) returns boolean
language sql immutable set search_path = '' as $$
  select address ~ '^(/|/[^/\s]\S*|https?://\S+|mailto:\S+|tel:\S+|\{\{קישור\.[א-תA-Za-z0-9_]+\}\})$'
$$;

create function private.is_message_picture(picture jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select picture ->> 'id' ~ '^[0-9a-f-]{36}$' and picture ->> 'format' in ('jpeg', 'webp')
    and jsonb_typeof(picture -> 'width') = 'number' and jsonb_typeof(picture -> 'height') = 'number'
$$;

-- Whether the content is complete for its channel.
create function private.is_approved_template(approved jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select approved is null or coalesce(approved ->> 'name' ~ '^[a-z0-9_]+$' and char_length(approved ->> 'name') <= 512
    and approved ->> 'language' ~ '^[a-z]{2,3}(_[A-Z]{2})?$' and jsonb_typeof(approved -> 'parameters') = 'array' and jsonb_array_length(approved -> 'parameters') <= 10
    and not exists (select from jsonb_array_elements(approved -> 'parameters') value
      where jsonb_typeof(value) <> 'string' or (value #>> '{}') !~ '\S' or char_length(value #>> '{}') > 1000), false)
$$;

create function private.is_template_content(channel text, content jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(case channel
    when 'email' then content ->> 'subject' ~ '\S' and content ->> 'subject' !~ '[\r\n]' and char_length(content ->> 'subject') <= 200
      and jsonb_typeof(content -> 'preheader') = 'string' and char_length(content ->> 'preheader') <= 300
      and jsonb_typeof(content -> 'blocks') = 'array' and jsonb_array_length(content -> 'blocks') between 1 and 40
      and not exists (select from jsonb_array_elements(content -> 'blocks') block where not public.is_message_block(block))
    when 'whatsapp' then content ->> 'text' ~ '\S' and char_length(content ->> 'text') <= 2000 and private.is_approved_template(content -> 'approved')
    when 'sms' then content ->> 'text' ~ '\S' and char_length(content ->> 'text') <= 600
    when 'push' then content ->> 'title' ~ '\S' and char_length(content ->> 'title') <= 80 and content ->> 'text' ~ '\S'
      and char_length(content ->> 'text') <= 240 and private.is_message_address(content ->> 'path')
  end, false)
$$;
