create trigger next_version before update on stage_document_files for each row execute function next_version();

-- Whether the signed-in client can send files for a stage: it was opened to them.
create function private.is_stage_open_to_me(instance uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.process_stage_instances i
    join public.process_stages s on s.id = i.process_stage_id and s.visible_to_client
    join public.client_processes p on p.id = i.client_process_id and p.status <> 'cancelled'
    where i.id = instance and i.status not in ('locked', 'skipped') and p.id in (select public.my_process_ids()))
$$;

-- Files sent for processes of the signed-in coach's contacts. Includes files of partners who are not the coach's.
create function my_stage_file_ids() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select x.file_id from public.stage_document_files x join public.process_stage_instances i on i.id = x.stage_instance_id
  join public.client_processes p on p.id = i.client_process_id
  where p.contact_id in (select public.my_contact_ids())
$$;
grant execute on function my_stage_file_ids() to authenticated, service_role;

-- Links a file of the signed-in client to a document, before its bytes arrive. Refusals: stage_document_gone, file_not_stored.
create function bind_stage_document(file uuid, instance uuid, document uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  stage uuid;
begin
  -- Locked, because a concurrent move to another edition replaces the documents.
  select i.process_stage_id into stage from public.process_stage_instances i where i.id = instance for share;
  if stage is null or not private.is_stage_open_to_me(instance)
    or not exists (select from public.stage_documents d where d.id = document and d.stage_id = stage) then
    raise sqlstate 'PT404' using message = 'stage_document_gone';
  end if;
  perform from public.files f
  where f.id = file and f.uploaded_by = auth.uid() and f.contact_id = public.my_client_contact_id() and f.shared_with is not null
    and f.stored_at is null and f.deleted_at is null and f.thread_id is null for update;
  if not found then raise sqlstate 'PT404' using message = 'file_not_stored'; end if;
  insert into public.stage_document_files (file_id, stage_instance_id, stage_document_id) values (file, instance, document)
  on conflict do nothing;
end
$$;
revoke execute on function bind_stage_document(uuid, uuid, uuid) from public;
grant execute on function bind_stage_document(uuid, uuid, uuid) to authenticated;

-- The status of a document for one partner, or for staff (`viewer` is null). Undecided files come first, then returned ones that their
-- sender has not replaced: each partner sends their own. A returned private file is visible only to its sender and staff; the other
-- partner sees it as received.
create function private.stage_document_status(instance uuid, document uuid, viewer uuid) returns text
language sql stable security definer set search_path = '' as $$
  with sent as (
    select x.status, x.status = 'returned' and x.decided_at >= max(f.stored_at) over (partition by f.contact_id) as is_waiting,
      viewer is null or f.contact_id = viewer or f.shared_with = 'household' as is_seen
    from public.stage_document_files x join public.files f on f.id = x.file_id
    where x.stage_instance_id = instance and x.stage_document_id = document and f.stored_at is not null and f.deleted_at is null
      and (public.has_role('owner', 'admin', 'coach', 'sales') or viewer = public.my_client_contact_id()))
  select case
    when bool_or(s.status = 'received') then 'received'
    when bool_or(s.is_waiting and s.is_seen) then 'returned'
    when bool_or(s.is_waiting) then 'received'
    when bool_or(s.status = 'approved') then 'approved'
    else 'missing' end
  from sent s
$$;
grant execute on function private.stage_document_status(uuid, uuid, uuid) to authenticated;

-- Documents of the stages opened to the signed-in client, and whether files can still be sent.
create function my_stage_documents() returns table (
  stage_instance_id uuid, is_open boolean, document_id uuid, name text, hint text, status text)
language sql stable security definer set search_path = '' as $$
  select i.id, p.status = 'active' and i.status in ('active', 'waiting_client', 'waiting_coach'), d.id, d.name, d.hint,
    private.stage_document_status(i.id, d.id, public.my_client_contact_id())
  from public.client_processes p join public.process_stage_instances i on i.client_process_id = p.id and i.status not in ('locked', 'skipped')
  join public.process_stages s on s.id = i.process_stage_id and s.visible_to_client
  join public.stage_documents d on d.stage_id = s.id
  where p.status <> 'cancelled' and p.id in (select public.my_process_ids())
  order by s.stage_order, i.id, d.position
$$;
comment on function my_stage_documents is 'never null: stage_instance_id, is_open, document_id, name, hint, status';
revoke execute on function my_stage_documents() from public;
grant execute on function my_stage_documents() to authenticated;

-- Documents of the opened stages of a contact's processes, for staff.
create function stage_documents_of(contact uuid) returns table (
  stage_instance_id uuid, stage_name text, is_open boolean, document_id uuid, name text, status text)
language sql stable set search_path = public as $$
  select i.id, s.name, i.status in ('active', 'waiting_client', 'waiting_coach'), d.id, d.name, private.stage_document_status(i.id, d.id, null)
  from client_processes p join process_stage_instances i on i.client_process_id = p.id and i.status not in ('locked', 'skipped')
  join process_stages s on s.id = i.process_stage_id join stage_documents d on d.stage_id = s.id
  where p.contact_id = contact and p.status in ('active', 'paused', 'completed') and is_staff()
  order by p.started_on desc, p.id, s.stage_order, d.position
$$;
comment on function stage_documents_of is 'never null: stage_instance_id, stage_name, is_open, document_id, name, status';
grant execute on function stage_documents_of(uuid) to authenticated;

-- Emits the event of an arrived stage file and notifies the coach. Files within ten minutes share one
-- notification, which names the contact, not the sender: an erasure deletes only notifications of the erased contact.
create function note_stage_document_received() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  sent record;
begin
  select d.id, d.name, i.id as instance, p.contact_id, p.coach_id, i.is_demo into sent
  from public.stage_document_files x join public.stage_documents d on d.id = x.stage_document_id
  join public.process_stage_instances i on i.id = x.stage_instance_id join public.client_processes p on p.id = i.client_process_id
  where x.file_id = new.id;
  if not found then return null; end if;
  perform private.emit_event('document.received', new.contact_id, 'file', new.id,
    jsonb_build_object('stage_instance_id', sent.instance, 'stage_document_id', sent.id, 'name', sent.name), sent.is_demo);
  insert into public.notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
  select u.user_id, 'document.received', left('התקבל מסמך: ' || c.full_name, 200), sent.name, 'low', 'contact', sent.contact_id
  from public.contacts c, public.notice_recipients(coalesce(sent.coach_id, c.owner_id)) u (user_id)
  where c.id = sent.contact_id and not exists (
    select from public.notifications n where n.user_id = u.user_id and n.type = 'document.received' and not n.is_read
      and n.related_entity_id = sent.contact_id and n.message = sent.name and n.created_at > now() - interval '10 minutes');
  return null;
end
$$;
create trigger note_stage_document after update on files
  for each row when (old.stored_at is null and new.stored_at is not null) execute function note_stage_document_received();

-- Approves a file of a stage, returns it with a reason, or withdraws the decision (`received`). Refusals: stage_document_gone,
-- stale_version, return_reason_length, unknown_document_status.
create function decide_stage_document(file uuid, to_status text, reason text, seen integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  sent public.stage_document_files;
  process public.client_processes;
  words constant text := nullif(btrim(coalesce(reason, '')), '');
begin
  select x.* into sent from public.stage_document_files x join public.files f on f.id = x.file_id
  where x.file_id = file and f.stored_at is not null and f.deleted_at is null for update of x;
  select p.* into process from public.client_processes p
  where p.id = (select i.client_process_id from public.process_stage_instances i where i.id = sent.stage_instance_id);
  if sent.file_id is null or not private.manages_process(process) then raise sqlstate 'PT404' using message = 'stage_document_gone'; end if;
  if sent.version <> seen then raise sqlstate 'PT409' using message = 'stale_version'; end if;
  if to_status = 'returned' and char_length(coalesce(words, '')) not between 2 and 500 then
    raise sqlstate 'PT422' using message = 'return_reason_length';
  end if;
  update public.stage_document_files x
  set status = to_status, reason = case to_status when 'returned' then words end,
    decided_at = case when to_status <> 'received' then now() end, decided_by = case when to_status <> 'received' then auth.uid() end
  where x.file_id = sent.file_id;
end
$$;
revoke execute on function decide_stage_document(uuid, text, text, integer) from public;
grant execute on function decide_stage_document(uuid, text, text, integer) to authenticated;

create function note_stage_document_decided() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  sent record;
begin
  select d.name, f.contact_id, i.is_demo into sent
  from public.stage_documents d, public.files f, public.process_stage_instances i
  where d.id = new.stage_document_id and f.id = new.file_id and i.id = new.stage_instance_id;
  perform private.emit_event('document.' || new.status, sent.contact_id, 'file', new.file_id, jsonb_build_object(
    'stage_instance_id', new.stage_instance_id, 'stage_document_id', new.stage_document_id, 'name', sent.name), sent.is_demo);
  insert into public.activities (type, actor_kind, actor_id, contact_id, related_type, related_id, title_cache, payload, is_demo)
  values ('file.' || new.status, 'user', new.decided_by, sent.contact_id, 'file', new.file_id, sent.name,
    jsonb_strip_nulls(jsonb_build_object('reason', new.reason)), sent.is_demo);
  return null;
end
$$;
create trigger note_decision after update on stage_document_files
  for each row when (new.status <> old.status and new.status in ('approved', 'returned')) execute function note_stage_document_decided();

-- Mailed only to the sender, while a new file is needed.
create function private.message_anchors_of_stage_document(document uuid)
returns table (anchor text, at timestamptz, expires_at timestamptz, contact_id uuid, to_value text, is_partner boolean)
language sql stable security definer set search_path = '' as $$
  select 'returned', x.decided_at, null::timestamptz, c.id, null::text, false
  from public.stage_document_files x join public.files f on f.id = x.file_id and f.deleted_at is null
  join public.process_stage_instances i on i.id = x.stage_instance_id join public.client_processes p on p.id = i.client_process_id
  join public.contacts c on c.id = f.contact_id and c.deleted_at is null and c.client_user_id is not null
  where x.file_id = document and x.status = 'returned' and p.status = 'active' and not i.is_demo and not c.is_demo
$$;

create function derive_stage_document_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('stage_document', coalesce(new.file_id, old.file_id));
  return null;
end
$$;
create trigger derive_messages after update on stage_document_files
  for each row when (new.status is distinct from old.status or new.decided_at is distinct from old.decided_at)
  execute function derive_stage_document_messages();
create trigger derive_messages_of_deleted after delete on stage_document_files
  for each row when (old.status = 'returned') execute function derive_stage_document_messages();

-- Merge fields of the mail about a returned document; no row once it was replaced, decided otherwise or moved to the bin.
create function stage_document_message_facts(document uuid) returns table (name text, reason text, stage_instance_id uuid)
language sql stable security definer set search_path = '' as $$
  select d.name, x.reason, x.stage_instance_id
  from public.stage_document_files x join public.stage_documents d on d.id = x.stage_document_id
  join public.files f on f.id = x.file_id and f.deleted_at is null
  where x.file_id = document and x.status = 'returned' and not exists (
    select from public.stage_document_files o join public.files n on n.id = o.file_id
    where o.stage_instance_id = x.stage_instance_id and o.stage_document_id = x.stage_document_id and n.contact_id = f.contact_id
      and n.deleted_at is null and n.stored_at > x.decided_at)
$$;
comment on function stage_document_message_facts is 'never null: name, reason, stage_instance_id';
revoke execute on function stage_document_message_facts(uuid) from public;
grant execute on function stage_document_message_facts(uuid) to service_role;
