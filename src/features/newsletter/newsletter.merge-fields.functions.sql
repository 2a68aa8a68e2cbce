-- Newsletter links for message templates.
create function private.merge_fields_of_newsletter() returns text[]
language sql immutable set search_path = '' as $$ select array['קישור.העדפות_דיוור'] $$;

-- A path with a new token for this contact; null without an address. Only the token hash is stored.
create function private.merge_link_of_newsletter(field text, contact uuid, context_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  token constant text := translate(encode(extensions.gen_random_bytes(18), 'base64'), '+/', '-_');
begin
  insert into public.preference_links (token_hash, contact_id, email)
  select public.link_hash(token), p.contact_id, p.value_norm from public.contact_points p
  where p.contact_id = contact and p.kind = 'email'
  -- The address that advertisements are sent to, see private.message_address().
  order by public.advertising_block_reason(p.contact_id, p.value_norm) is not null, p.bounced_at is not null, p.is_primary desc,
    p.created_at, p.id limit 1;
  return case when found then '/newsletter/preferences/' || token end;
end
$$;
grant execute on function private.merge_link_of_newsletter(text, uuid, uuid) to service_role;
