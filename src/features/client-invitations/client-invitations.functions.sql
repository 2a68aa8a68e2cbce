create trigger next_version before update on client_invitations for each row execute function next_version();

-- The displayed state: an open invitation past its expiry date is expired.
create function client_invitation_state(status text, expires_at timestamptz) returns text
language sql stable set search_path = '' as $$
  select case
    when status is null then 'unknown'
    when status in ('draft', 'sent', 'opened') and expires_at <= now() then 'expired'
    else status
  end
$$;
grant execute on function client_invitation_state(text, timestamptz) to authenticated, service_role;

-- The latest invitation of a contact that the caller can see. No row if there is none.
create function client_invitation_of(contact uuid) returns table (
  id uuid, state text, email text, sent_at timestamptz, opened_at timestamptz, expires_at timestamptz, resent_count integer,
  requested_at timestamptz, accepted_at timestamptz, revoked_at timestamptz)
language sql stable set search_path = public as $$
  select i.id, client_invitation_state(i.status, i.expires_at), i.email_norm, i.sent_at, i.opened_at, i.expires_at, i.resent_count, i.requested_at,
    i.accepted_at, i.revoked_at
  from client_invitations i where i.contact_id = contact order by i.created_at desc, i.id limit 1
$$;
comment on function client_invitation_of is 'never null: id, state, email, expires_at, resent_count';
grant execute on function client_invitation_of(uuid) to authenticated;

-- Adds a link to the contact's open invitation, or creates one. If the address was corrected, the old invitation is revoked, because its
-- links are in another mailbox. With `is_mailed` the caller mails the link in the same transaction.
create function issue_client_invitation(contact uuid, hash text, is_mailed boolean) returns table (email text, first_name text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  person public.contacts;
  present public.client_invitations;
  address text;
begin
  select c.* into person from public.contacts c where c.id = contact and c.deleted_at is null for update;
  if person.id is null or not public.may_open_contact(auth.uid(), contact) then
    raise sqlstate 'PT404' using message = 'contact_not_found';
  end if;
  if person.client_user_id is not null then raise sqlstate 'PT409' using message = 'client_has_account'; end if;
  select p.value_norm into address from public.contact_points p
  where p.contact_id = contact and p.kind = 'email' order by p.is_primary desc, p.created_at, p.id limit 1;
  if address is null then raise sqlstate 'PT422' using message = 'client_without_email'; end if;

  select i.* into present from public.client_invitations i
  where i.contact_id = contact and i.status in ('draft', 'sent', 'opened') for update;
  if present.email_norm <> address then
    update public.client_invitations i set status = 'revoked', revoked_at = now() where i.id = present.id;
    present := null;
  end if;
  if present.id is null then
    insert into public.client_invitations (contact_id, email_norm, token_hashes, unmailed_hashes, status, sent_at, created_by)
    values (contact, address, array[hash], case when is_mailed then '{}' else array[hash] end, case when is_mailed then 'sent' else 'draft' end,
      case when is_mailed then now() end, auth.uid())
    returning * into present;
  else
    if is_mailed and present.sent_at > now() - interval '2 minutes' then
      raise sqlstate 'PT429' using message = 'invited_too_often';
    end if;
    update public.client_invitations i set
      -- Expired links remain invalid.
      token_hashes = case when i.expires_at > now() then (hash || i.token_hashes)[1:5] else array[hash] end,
      unmailed_hashes = case when is_mailed then '{}' else array[hash] end || array(
        select u.earlier from unnest(i.unmailed_hashes) u (earlier) where i.expires_at > now() and u.earlier = any (i.token_hashes[1:4])),
      status = case when is_mailed and i.status = 'draft' then 'sent' else i.status end,
      resent_count = i.resent_count + case when is_mailed and i.sent_at is not null then 1 else 0 end,
      sent_at = case when is_mailed then now() else i.sent_at end,
      expires_at = now() + interval '14 days', requested_at = null
    where i.id = present.id;
  end if;
  if is_mailed then
    insert into public.activities (type, actor_kind, actor_id, contact_id, related_type, related_id, title_cache, is_demo)
    values ('client.invited', 'user', auth.uid(), contact, 'client_invitation', present.id, address, person.is_demo);
  end if;
  return query select address, person.first_name;
end
$$;
comment on function issue_client_invitation is 'never null: email, first_name';
grant execute on function issue_client_invitation(uuid, text, boolean) to service_role;

-- Revokes the open invitation of a contact with all its links.
create function revoke_client_invitation(contact uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- has_role() also requires the second factor.
  if not (public.has_role('owner', 'admin', 'sales') or contact in (select public.my_contact_ids())) then
    raise sqlstate 'PT404' using message = 'contact_not_found';
  end if;
  update public.client_invitations i set status = 'revoked', revoked_at = now()
  where i.contact_id = contact and i.status in ('draft', 'sent', 'opened');
  if not found then raise sqlstate 'PT409' using message = 'invitation_not_open'; end if;
end
$$;
grant execute on function revoke_client_invitation(uuid) to authenticated;

-- In 1.0.0 a link that was never mailed could set a password, so staff could choose the client's password. Once a mail
-- or a provider verifies the address of such an account, its earlier credentials are revoked: the password, other
-- sign-in methods, second factors, other sessions, and pending provider flows.
create function private.drop_unproven_password(member uuid, present_session uuid default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Marks the links as unmailed, so that the revocation happens once.
  update public.client_invitations i set unmailed_hashes = i.token_hashes
  from auth.users u
  where u.id = member and i.accepted_user_id = u.id and i.accepted_at = u.created_at and i.sent_at is null and i.unmailed_hashes = '{}';
  if not found then return; end if;
  -- An identity whose provider verified the account's address is also proof, and is retained.
  delete from auth.identities i using auth.users u
  where u.id = member and i.user_id = u.id and i.provider <> 'email'
    and (i.email = u.email and i.identity_data ->> 'email_verified' = 'true') is not true;
  update auth.users u set encrypted_password = null, phone = null, phone_confirmed_at = null, phone_change = '', email_change = '',
    email_change_confirm_status = 0, updated_at = now(),
    raw_app_meta_data = u.raw_app_meta_data || coalesce((
      select jsonb_build_object('provider', jsonb_agg(w.provider order by w.since, w.provider) -> 0,
        'providers', jsonb_agg(w.provider order by w.since, w.provider))
      from (select i.provider, min(i.created_at) as since from auth.identities i where i.user_id = member group by i.provider) w
      having count(*) > 0), '{}')
  where u.id = member;
  delete from auth.mfa_factors f where f.user_id = member;
  delete from auth.sessions s where s.user_id = member and s.id is distinct from present_session;
  -- Deletes earlier provider linkings and auth codes. A flow without a nonce is in its callback; without a session that
  -- flow may be the verification itself.
  delete from auth.flow_state f
  where f.user_id = member and f.auth_code is not null
    or f.linking_target_id = member and (present_session is not null or f.provider_nonce is not null);
end
$$;

-- Runs when a mailed code or link starts a session. A code sent by SMS also has the method `otp`, but does not verify
-- the address.
create function private.drop_password_once_proven() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.drop_unproven_password(u.id, s.id) from auth.sessions s join auth.users u on u.id = s.user_id
  where s.id = new.session_id and (new.authentication_method <> 'otp' or u.email = current_setting('auth.verified_address', true));
  return null;
end
$$;
create trigger drop_unproven_password after insert on auth.mfa_amr_claims
  for each row when (new.authentication_method in ('otp', 'magiclink', 'recovery')) execute function private.drop_password_once_proven();

-- Runs when a provider verifies the address of the account, before the session of that sign-in exists.
create function private.drop_password_once_proven_by_provider() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.drop_unproven_password(u.id) from auth.users u where u.id = new.user_id and u.email = new.email;
  return null;
end
$$;
create trigger drop_unproven_password after insert or update of identity_data on auth.identities
  for each row when (new.provider not in ('email', 'phone') and new.identity_data ->> 'email_verified' = 'true')
  execute function private.drop_password_once_proven_by_provider();
