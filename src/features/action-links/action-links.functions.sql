-- Creates a link and returns its path; null without a contact. `days`: the lifetime.
create function make_action_link(kind text, entity uuid, contact uuid, address text, days integer) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  token constant text := translate(encode(extensions.gen_random_bytes(18), 'base64'), '+/', '-_');
begin
  insert into public.action_links (token_hash, kind, entity_id, contact_id, address_hash, expires_at)
  select public.link_hash(token), make_action_link.kind, entity, c.id, public.address_hash(address), now() + make_interval(days => days)
  from public.contacts c where c.id = contact and c.deleted_at is null and address <> '';
  return case when found then '/act/' || token end;
end
$$;
revoke execute on function make_action_link(text, uuid, uuid, text, integer) from public;
grant execute on function make_action_link(text, uuid, uuid, text, integer) to service_role;

-- The state of a link, and the data of its page while the link is open. In any other state no data of the entity is
-- returned.
create function private.action_link_page(link action_links) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  facts jsonb;
  state text := case
    when link.revoked_at is not null then 'revoked'
    when not exists (select from public.contacts c where c.id = link.contact_id and c.deleted_at is null) then 'gone'
    when not exists (select from public.contact_points p
      where p.contact_id = link.contact_id and p.kind = 'email' and public.address_hash(p.value_norm) = link.address_hash) then 'revoked'
    when link.used_at is not null then 'done'
    when link.expires_at <= now() then 'expired' end;
begin
  if state is null then
    execute format('select private.action_facts_of_%I($1, $2, $3)', link.kind) into facts
      using link.entity_id, link.contact_id, link.created_at;
    state := case when facts is null then 'gone' else coalesce(facts ->> 'state', 'open') end;
  end if;
  return jsonb_build_object('kind', link.kind, 'state', state, 'gone', facts -> 'gone',
    'shown', case when state = 'open' then facts end);
end
$$;

-- Null for an unknown link. Read-only, because mail scanners open every link.
create function open_action_link(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.action_link_page(l) from public.action_links l where l.token_hash = public.link_hash(token)
$$;
revoke execute on function open_action_link(text) from public;
grant execute on function open_action_link(text) to service_role;

-- Uses a link once. The rest of the transaction runs as the link's contact, regardless of the request's session.
create function use_action_link(token text) returns table (kind text, entity_id uuid, contact_id uuid)
language plpgsql volatile security definer set search_path = '' as $$
declare
  link public.action_links;
  state text;
begin
  select l.* into link from public.action_links l where l.token_hash = public.link_hash(token) for update;
  if link.token_hash is null then raise sqlstate 'PT404' using message = 'link_unknown'; end if;
  state := private.action_link_page(link) ->> 'state';
  if state <> 'open' then raise sqlstate 'PT409' using message = 'link_' || state; end if;
  update public.action_links l set used_at = now() where l.token_hash = link.token_hash;
  perform set_config('request.jwt.claims', jsonb_strip_nulls(jsonb_build_object('role', 'service_role', 'sub', c.client_user_id))::text, true)
  from public.contacts c where c.id = link.contact_id;
  return query select link.kind, link.entity_id, link.contact_id;
end
$$;
comment on function use_action_link is 'never null';
revoke execute on function use_action_link(text) from public;
grant execute on function use_action_link(text) to service_role;

-- Revokes the open links of a contact, for example after a mail was forwarded. Returns their number.
create function revoke_action_links(contact uuid) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  ended integer;
begin
  if not (public.has_role('owner', 'admin') or contact in (select public.my_contact_ids())) then
    raise sqlstate 'PT404' using message = 'client_gone';
  end if;
  update public.action_links l set revoked_at = now()
  where l.contact_id = contact and l.used_at is null and l.revoked_at is null and l.expires_at > now();
  get diagnostics ended = row_count;
  return ended;
end
$$;
comment on function revoke_action_links is 'never null';
grant execute on function revoke_action_links(uuid) to authenticated;

-- Revokes the links of a contact who loses access to the portal.
create function revoke_links_without_account() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.action_links l set revoked_at = now() where l.contact_id = new.id and l.used_at is null and l.revoked_at is null;
  return null;
end
$$;
create trigger revoke_action_links after update of client_user_id on contacts
  for each row when (old.client_user_id is not null and new.client_user_id is null and new.merged_into_id is null)
  execute function revoke_links_without_account();

-- The merge link of a task for message templates.
create function private.merge_link_of_action_links(field text, contact uuid, context_id uuid) returns text
language sql volatile security definer set search_path = '' as $$
  select public.make_action_link('task', context_id, p.contact_id, p.value_norm, 14) from public.contact_points p
  where field = 'קישור.סימון_משימה' and p.contact_id = contact and p.kind = 'email'
  order by p.is_primary desc, p.created_at, p.id limit 1
$$;
grant execute on function private.merge_link_of_action_links(text, uuid, uuid) to service_role;

create function private.merge_fields_of_task() returns text[]
language sql immutable set search_path = '' as $$ select array['קישור.סימון_משימה'] $$;
