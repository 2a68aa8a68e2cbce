-- Message anchors of a process and its stages: the instants that message rules are relative to.
create function set_completed_at() returns trigger language plpgsql set search_path = '' as $$
begin
  new.completed_at := case when new.status = 'completed' then coalesce(new.completed_at, now()) end;
  return new;
end
$$;
create trigger set_completed_at before insert or update on client_processes for each row execute function set_completed_at();

create function private.message_anchors_of_process(process uuid)
returns table (anchor text, at timestamptz, expires_at timestamptz, contact_id uuid, to_value text, is_partner boolean)
language sql stable security definer set search_path = '' as $$
  select a.anchor, a.at, null::timestamptz, p.contact_id, null::text, false
  from public.client_processes p join public.contacts c on c.id = p.contact_id
  cross join lateral (
    select 'finished' as anchor, p.completed_at as at where p.status = 'completed'
    union all
    select 'idle', private.client_active_at(p) where p.status = 'active' and c.client_user_id is not null) a
  where p.id = process and a.at is not null and not p.is_demo and c.deleted_at is null and c.merged_into_id is null
$$;

-- Last activity of the client of an active process; null while an appointment is upcoming. Actions of the coach for them, such as opening
-- a stage, count too.
create function private.client_active_at(process client_processes) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case when not exists (
      select from public.appointments a where a.contact_id = c.id and a.status = 'confirmed' and a.starts_at > now())
    then greatest(process.created_at, u.last_sign_in_at,
      (select max(s.refreshed_at) from auth.sessions s where s.user_id = u.id),
      (select max(i.opened_at) from public.process_stage_instances i where i.client_process_id = process.id),
      (select max(t.completed_at) from public.tasks t where t.contact_id = c.id and t.shared_with is not null),
      (select max(r.read_at) from public.thread_reads r where r.user_id = u.id),
      (select max(f.created_at) from public.files f where f.uploaded_by = u.id),
      (select max(a.ends_at) from public.appointments a where a.contact_id = c.id and a.status in ('confirmed', 'completed'))) end
  from public.contacts c join auth.users u on u.id = c.client_user_id where c.id = process.contact_id
$$;

-- Activity is spread over many tables, so idle clients are searched once a day, and checked again when sending.
create function derive_idle_clients() returns void
language sql volatile security definer set search_path = '' as $$
  select private.derive_messages('process', p.id) from public.client_processes p join public.contacts c on c.id = p.contact_id
  where p.status = 'active' and not p.is_demo and c.client_user_id is not null order by p.id
$$;
grant execute on function derive_idle_clients() to service_role;

-- Refuses the idle mail if the client was active since, and the anniversary mail if another process is active.
create function private.message_refusal_of_process(message scheduled_messages) returns text
language sql stable security definer set search_path = '' as $$
  select 'entity_changed' from public.message_rules r join public.client_processes p on p.id = message.context_id
  where r.id = message.rule_id and (
    r.anchor = 'idle' and private.client_active_at(p) > message.planned_at - make_interval(mins => r.offset_minutes)
    or r.key = 'process.anniversary' and exists (
      select from public.client_processes o where o.contact_id = p.contact_id and o.status = 'active'))
$$;

create function private.notice_anchors_of_process(anchor text, from_at timestamptz, until_at timestamptz)
returns table (entity_id uuid, at timestamptz, responsible uuid, title text, message text, severity text, related_type text, related_id uuid)
language sql stable security definer set search_path = '' as $$
  select p.id, active.at, p.coach_id, 'לא פעילים באזור האישי: ' || c.full_name, 'כדאי להרים טלפון', 'medium', 'contact', c.id
  from public.client_processes p join public.contacts c on c.id = p.contact_id and c.deleted_at is null,
    lateral (select private.client_active_at(p) as at) active
  where anchor = 'idle' and p.status = 'active' and not p.is_demo and c.client_user_id is not null and active.at between from_at and until_at
$$;

-- Mails about the portal require a client account and a stage that is visible to the client. A milestone's review
-- request is sent regardless, even while the process is paused or after it ended.
create function private.message_anchors_of_stage(stage uuid)
returns table (anchor text, at timestamptz, expires_at timestamptz, contact_id uuid, to_value text, is_partner boolean)
language sql stable security definer set search_path = '' as $$
  select a.anchor, a.at, case when a.is_of_portal then a.at + interval '7 days' end, p.contact_id, null::text, false
  from public.process_stage_instances i
  join public.process_stages t on t.id = i.process_stage_id
  join public.client_processes p on p.id = i.client_process_id
  join public.contacts c on c.id = p.contact_id
  cross join lateral (
    select 'milestone' as anchor, i.done_at as at, false as is_of_portal
    where i.status = 'done' and t.asks_for_review and p.status <> 'cancelled'
    union all
    select 'done', i.done_at, true where i.status = 'done'
    union all
    -- Omitted if the mail about the previous stage already announces this one.
    select 'opened', i.opened_at, true where i.status in ('active', 'waiting_client', 'waiting_coach') and not exists (
      select from public.process_stage_instances o join public.process_stages s on s.id = o.process_stage_id and s.visible_to_client,
        public.message_rules r
      where r.key = 'stage.completed' and r.is_active and o.client_process_id = i.client_process_id and o.status = 'done'
        and o.done_at between i.opened_at - interval '5 minutes' and i.opened_at + interval '5 minutes')) a
  where i.id = stage and a.at is not null and not i.is_demo and c.deleted_at is null
    and (not a.is_of_portal or (t.visible_to_client and p.status = 'active' and c.client_user_id is not null))
$$;

-- Refuses a second review request of a stage to the same client, across editions and processes.
create function private.message_refusal_of_stage(message scheduled_messages) returns text
language sql stable security definer set search_path = '' as $$
  select 'milestone_asked_already' from public.message_rules r
  where r.id = message.rule_id and r.anchor = 'milestone' and exists (
    select from public.process_stage_instances i join public.process_stages s on s.id = i.process_stage_id
    join public.process_stages t on t.lineage = s.lineage join public.process_stage_instances o on o.process_stage_id = t.id
    join public.scheduled_messages m on m.context_type = 'stage' and m.context_id = o.id
    where i.id = message.context_id and m.id <> message.id and m.rule_id = message.rule_id and m.status in ('sending', 'sent')
      and m.contact_id is not distinct from message.contact_id)
$$;

create function derive_process_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('process', coalesce(new.id, old.id));
  return null;
end
$$;
create trigger derive_messages after update on client_processes
  for each row when ((old.status, old.contact_id, old.completed_at) is distinct from (new.status, new.contact_id, new.completed_at))
  execute function derive_process_messages();
create trigger derive_messages_of_deleted after delete on client_processes for each row execute function derive_process_messages();

create function derive_stage_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('stage', coalesce(new.id, old.id));
  return null;
end
$$;
create trigger derive_messages_of_new after insert on process_stage_instances
  for each row when (new.opened_at is not null and not new.is_demo) execute function derive_stage_messages();
create trigger derive_messages after update on process_stage_instances
  for each row when (old.status <> new.status) execute function derive_stage_messages();
create trigger derive_messages_of_deleted after delete on process_stage_instances
  for each row when (old.opened_at is not null) execute function derive_stage_messages();

-- Merge fields of the message about a completed stage; no row if the stage is gone.
create function stage_message_facts(stage uuid) returns table (stage_name text, next_name text)
language sql stable security definer set search_path = '' as $$
  select t.name, (
    select n.name from public.process_stage_instances o join public.process_stages n on n.id = o.process_stage_id
    where o.client_process_id = i.client_process_id and n.stage_order > t.stage_order and n.visible_to_client
      and o.status in ('locked', 'active', 'waiting_client', 'waiting_coach')
    order by n.stage_order limit 1)
  from public.process_stage_instances i join public.process_stages t on t.id = i.process_stage_id where i.id = stage
$$;
comment on function stage_message_facts is 'never null: stage_name';
grant execute on function stage_message_facts(uuid) to service_role;
