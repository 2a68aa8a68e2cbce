create trigger next_version before update on signature_requests for each row execute function next_version();

-- A signature is immutable, except for its foreign keys on erasure or merge.
create function keep_signature() returns trigger language plpgsql set search_path = '' as $$
begin
  if (to_jsonb(new) - array['file_id', 'contact_id', 'requested_by', 'version']) <> (to_jsonb(old) - array['file_id', 'contact_id', 'requested_by', 'version']) then
    raise sqlstate 'PT409' using message = 'signature_final';
  end if;
  return new;
end
$$;
create trigger keep_signature before update on signature_requests for each row when (old.signed_at is not null) execute function keep_signature();

-- The documents that the signed-in client has signed. They can read these even after they or the partner left the household.
create function my_signed_file_ids() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select s.file_id from public.signature_requests s
  where s.contact_id = (select public.my_client_contact_id()) and s.signed_at is not null and s.file_id is not null
$$;
grant execute on function my_signed_file_ids() to authenticated, service_role;

-- A signed document stays accessible to its signers: it cannot be moved to the bin, and its visibility does not change.
-- Erasure deletes the file's row. When a household membership ends, a trigger makes the document private to its
-- contact: signers retain access, and the contact's next household gets none.
create function keep_signed_file() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.deleted_at is null and old.shared_with = 'household' and new.shared_with = 'client' and pg_trigger_depth() > 1 then
    return new;
  end if;
  if exists (select from public.signature_requests s where s.file_id = new.id and s.signed_at is not null) then
    raise sqlstate 'PT409' using message = 'document_signed';
  end if;
  return new;
end
$$;
create trigger keep_signed_file before update on files for each row
  when (new.deleted_at is not null and old.deleted_at is null or new.shared_with is distinct from old.shared_with)
  execute function keep_signed_file();

-- Deletes unsigned requests together with their document.
create function drop_open_signature_requests() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.signature_requests s where s.file_id = old.id and s.signed_at is null;
  return old;
end
$$;
create trigger drop_signature_requests before delete on files for each row execute function drop_open_signature_requests();

-- Whether the caller, a staff member, can request signatures on a contact's files.
create function private.may_ask_signature(contact uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select public.has_role('owner', 'admin', 'sales') or (public.has_role('coach') and contact in (select public.my_contact_ids()))
$$;
grant execute on function private.may_ask_signature(uuid) to service_role;

-- Contacts who can be requested to sign a contact's files: the contact and a partner in the same household, with their accounts.
create function private.signers_of(contact uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select c.id from public.contacts c join public.contacts o on o.id = contact
  where c.deleted_at is null and c.client_user_id is not null
    and (c.id = o.id or c.household_id = o.household_id and c.household_role = 'partner' and o.household_role = 'partner')
$$;

-- Requests signatures of a document, whose content has this SHA-256 hash, and shares the document with the signers. A signer with an open
-- request gets no second one. Refusals: document_gone, no_signer, signer_of_colleague, signer_without_account, document_private.
create function ask_for_signatures(document uuid, signers uuid[], hash text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked constant uuid[] := array(select distinct s from unnest(signers) s);
  file public.files;
  of_partner boolean;
  newly_asked uuid[];
begin
  select f.* into file from public.files f
  where f.id = document and f.deleted_at is null and f.stored_at is not null and f.thread_id is null for update;
  if file.id is null or not private.may_ask_signature(file.contact_id) then
    raise sqlstate 'PT404' using message = 'document_gone';
  end if;
  if cardinality(asked) = 0 then raise sqlstate 'PT422' using message = 'no_signer'; end if;
  -- The same permission as for withdrawing a request and for its certificate.
  if exists (select from unnest(asked) s where not private.may_ask_signature(s)) then
    raise sqlstate 'PT422' using message = 'signer_of_colleague';
  end if;
  if (select count(*) from private.signers_of(file.contact_id) c where c = any (asked)) <> cardinality(asked) then
    raise sqlstate 'PT422' using message = 'signer_without_account';
  end if;
  of_partner := exists (select from unnest(asked) s where s <> file.contact_id);
  if of_partner and file.shared_with = 'client' then raise sqlstate 'PT422' using message = 'document_private'; end if;
  if file.shared_with is null then
    update public.files f set shared_with = case when of_partner then 'household' else 'client' end where f.id = file.id;
  end if;
  with made as (
    insert into public.signature_requests (file_id, contact_id, file_name, sha256, requested_by)
    select file.id, s, file.name, hash, auth.uid() from unnest(asked) s
    on conflict (file_id, contact_id) where withdrawn_at is null do nothing
    returning id, contact_id),
  noted as (
    insert into public.activities (type, actor_kind, actor_id, contact_id, related_type, related_id, title_cache)
    select 'file.signature_asked', 'user', auth.uid(), m.contact_id, 'signature_request', m.id, file.name from made m)
  select array_agg(m.contact_id) into newly_asked from made m;
  -- A message in the private thread of each signer: if unread, it is mailed after ten minutes.
  insert into public.threads (contact_id, is_demo)
  select c.id, c.is_demo from public.contacts c where c.id = any (newly_asked) on conflict do nothing;
  insert into public.thread_messages (thread_id, author_kind, body, is_automatic, is_demo)
  select t.id, 'staff', format('ביקשנו את חתימתכם על המסמך ⁨%s⁩. הוא מחכה לכם במסמכים, באזור האישי.', file.name), true, t.is_demo
  from public.threads t where t.contact_id = any (newly_asked) and t.household_id is null;
end
$$;
revoke execute on function ask_for_signatures(uuid, uuid[], text) from public;
grant execute on function ask_for_signatures(uuid, uuid[], text) to service_role;

-- Requests signatures of a replacement from those signers who can still be requested. Existing signatures are retained,
-- and an unsigned document is moved to the bin. Refusals: those of ask_for_signatures, document_gone.
create function replace_document(document uuid, replacement uuid, hash text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  file public.files;
  signers uuid[];
begin
  select f.* into file from public.files f where f.id = document and f.deleted_at is null for update;
  if file.id is null or file.id = replacement or not private.may_ask_signature(file.contact_id)
    or not exists (select from public.files f where f.id = replacement and f.contact_id = file.contact_id) then
    raise sqlstate 'PT404' using message = 'document_gone';
  end if;
  signers := array(select s.contact_id from public.signature_requests s
    where s.file_id = file.id and s.withdrawn_at is null and s.contact_id in (select private.signers_of(file.contact_id)) order by s.contact_id);
  update public.files f set shared_with = file.shared_with where f.id = replacement and f.shared_with is null;
  perform public.ask_for_signatures(replacement, signers, hash);
  update public.signature_requests s set withdrawn_at = now() where s.file_id = file.id and s.withdrawn_at is null and s.signed_at is null;
  update public.files f set deleted_at = now()
  where f.id = file.id and not exists (select from public.signature_requests s where s.file_id = f.id and s.signed_at is not null);
end
$$;
revoke execute on function replace_document(uuid, uuid, text) from public;
grant execute on function replace_document(uuid, uuid, text) to service_role;

-- Withdraws an unsigned request. Refusals: signature_final, signature_gone.
create function withdraw_signature_request(request uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked public.signature_requests;
begin
  select s.* into asked from public.signature_requests s where s.id = request for update;
  if asked.id is null or not private.may_ask_signature(asked.contact_id) then raise sqlstate 'PT404' using message = 'signature_gone'; end if;
  if asked.signed_at is not null then raise sqlstate 'PT409' using message = 'signature_final'; end if;
  update public.signature_requests s set withdrawn_at = coalesce(s.withdrawn_at, now()) where s.id = asked.id;
end
$$;
revoke execute on function withdraw_signature_request(uuid) from public;
grant execute on function withdraw_signature_request(uuid) to authenticated;

-- Locks a request of the signed-in client, and first its document: the lock order of replacement and bin. Refusal:
-- signature_gone.
create function lock_signature_request(request uuid) returns signature_requests
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked public.signature_requests;
begin
  perform from public.files f where f.id = (select s.file_id from public.signature_requests s where s.id = request) for share;
  select s.* into asked from public.signature_requests s
  where s.id = request and s.contact_id = public.my_client_contact_id() and s.withdrawn_at is null for update;
  if asked.id is null or asked.signed_at is null and not exists (
    select from public.files f where f.id = asked.file_id and f.deleted_at is null and (f.shared_with is not null and f.contact_id = asked.contact_id
      or f.shared_with = 'household' and f.contact_id in (select public.my_household_contact_ids()))) then
    raise sqlstate 'PT404' using message = 'signature_gone';
  end if;
  return asked;
end
$$;
revoke execute on function lock_signature_request(uuid) from public;
grant execute on function lock_signature_request(uuid) to service_role;
comment on function lock_signature_request is 'never null';

-- Signs a locked request as the signed-in client.
create function write_signature(request uuid, full_name text, ip text, user_agent text) returns timestamptz
language sql volatile security definer set search_path = '' as $$
  update public.signature_requests s set signed_at = clock_timestamp(), signed_name = full_name, signed_by = auth.uid(),
    signed_account = (select coalesce(u.email, u.phone) from auth.users u where u.id = auth.uid()), signed_ip = ip, signed_user_agent = left(user_agent, 500)
  where s.id = request and s.contact_id = public.my_client_contact_id() and s.signed_at is null and s.withdrawn_at is null
  returning s.signed_at
$$;
revoke execute on function write_signature(uuid, text, text, text) from public;
grant execute on function write_signature(uuid, text, text, text) to service_role;

create function note_signature() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.emit_event('document.signed', new.contact_id, 'signature_request', new.id,
    jsonb_build_object('file_id', new.file_id, 'file_name', new.file_name));
  insert into public.activities (type, actor_kind, actor_id, contact_id, related_type, related_id, title_cache)
  values ('file.signed', 'contact', null, new.contact_id, 'signature_request', new.id, new.file_name);
  insert into public.notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
  select u.user_id, 'document.signed', left('נחתם מסמך: ' || c.full_name, 200), new.file_name, 'medium', 'contact', c.id
  from public.contacts c, public.notice_recipients(c.owner_id) u (user_id) where c.id = new.contact_id;
  return null;
end
$$;
create trigger note_signature after update on signature_requests
  for each row when (old.signed_at is null and new.signed_at is not null) execute function note_signature();

-- The certificate of a signature, for its signer and for staff who can see it. Refusal: signature_gone.
create function signature_certificate(request uuid) returns table (id uuid, file_id uuid, file_name text, sha256 text, requested_at timestamptz,
  signed_at timestamptz, signed_name text, signer_name text, signed_account text, signed_ip text, signed_user_agent text)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select s.id, s.file_id, s.file_name, s.sha256, s.requested_at, s.signed_at, s.signed_name, c.full_name, s.signed_account,
    s.signed_ip, s.signed_user_agent
  from public.signature_requests s join public.contacts c on c.id = s.contact_id
  where s.id = request and s.signed_at is not null
    and (s.contact_id = public.my_client_contact_id() or private.may_ask_signature(s.contact_id));
  if not found then raise sqlstate 'PT404' using message = 'signature_gone'; end if;
end
$$;
comment on function signature_certificate is 'never null: id, file_name, sha256, requested_at, signed_at, signed_name, signer_name';
grant execute on function signature_certificate(uuid) to authenticated;
