-- Merge fields of a completed quiz for message templates.
create function private.merge_fields_of_quiz_attempt() returns text[]
language sql immutable set search_path = '' as $$ select array['שלב_שאלון', 'קישור.תוצאת_שאלון'] $$;

-- Merge values of an attempt; empty unless the contact is the attempt's and it has a result.
create function private.merge_values_of_quiz_attempt(attempt uuid, contact uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('title', a.result -> 'stage' ->> 'title') from public.quiz_attempts a
  where a.id = attempt and a.contact_id = contact and a.result is not null
$$;

-- A path with a new token, which does not verify an address. Only the hash of the token is stored.
create function private.merge_link_of_quiz_attempt(field text, contact uuid, context_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  token constant text := translate(encode(extensions.gen_random_bytes(24), 'base64'), '+/', '-_');
begin
  if field <> 'קישור.תוצאת_שאלון' then return null; end if;
  insert into public.quiz_result_links (token_hash, attempt_id)
  select public.link_hash(token), a.id from public.quiz_attempts a where a.id = context_id and a.contact_id = contact and a.result is not null;
  return case when found then '/financial_stage/results?r=' || token end;
end
$$;

-- The contact's newest result, for a preview.
create function private.newest_quiz_attempt_of(contact uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select a.id from public.quiz_attempts a where a.contact_id = contact and a.result is not null order by a.completed_at desc, a.id limit 1
$$;
