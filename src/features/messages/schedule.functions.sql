-- Scheduling of messages by key and by the rules of the plan, and their cancellation with the entity.

-- Schedules the sender at a time. One job per minute: messages of the same minute share it, and a later job never
-- replaces an earlier one. Called last in a transaction, because jobs are locked by their keys after all rows, and by
-- one transaction at a time. A transaction that schedules many messages enqueues each job once.
create function private.wake_sender(at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  run_at constant timestamptz := case when at > now() then at end;
  key constant text := 'send_messages:' || coalesce(extract(epoch from date_trunc('minute', run_at))::bigint::text, 'now');
  enqueued constant text := coalesce(current_setting('messages.woken', true), '');
begin
  if at is null or key = any (string_to_array(enqueued, ' ')) then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('wake_sender', 0));
  perform jobs.enqueue('send_messages', '{}', key, run_at);
  perform set_config('messages.woken', concat_ws(' ', enqueued, key), true);
end
$$;
grant execute on function private.wake_sender(timestamptz) to service_role;

-- Deferred to the commit to avoid a deadlock between a change of an appointment and the sending of its message.
create function wake_sender_of_message() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.wake_sender(new.send_at);
  return null;
end
$$;
create constraint trigger wake_sender after insert or update of send_at on scheduled_messages deferrable initially deferred
  for each row when (new.status = 'scheduled' and new.context_type <> 'campaign') execute function wake_sender_of_message();

-- Schedules a message once per key, purpose:context:id:offset:contact, and returns its id. A repeated call changes
-- nothing.
create function private.schedule_message(
  key text, contact uuid, channel text, purpose text, template uuid, context_type text, context_id uuid,
  send_at timestamptz default now(), expires_at timestamptz default null, run uuid default null
) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  message uuid;
begin
  insert into public.scheduled_messages (idempotency_key, contact_id, channel, purpose, template_id, context_type, context_id,
    planned_at, send_at, expires_at, run_id)
  values (key, contact, schedule_message.channel, schedule_message.purpose, template, schedule_message.context_type, schedule_message.context_id,
    schedule_message.send_at, schedule_message.send_at, schedule_message.expires_at, run)
  on conflict (idempotency_key) do nothing returning id into message;
  if message is null then
    select s.id into message from public.scheduled_messages s where s.idempotency_key = key;
  end if;
  return message;
end
$$;
comment on function private.schedule_message is 'never null';
grant execute on function private.schedule_message(text, uuid, text, text, uuid, text, uuid, timestamptz, timestamptz, uuid) to service_role;

-- Cancels unsent messages, including the outbox. The reason is shown with each message.
create function private.cancel_message_ids(ids uuid[], reason text) returns void
language sql volatile security definer set search_path = '' as $$
  -- Messages are locked before their schedule and in its order, as in the mail worker.
  select m.id from public.messages m where m.scheduled_id = any (ids) and m.sent_at is null order by m.scheduled_id for update;
  update public.messages m set error = reason from public.scheduled_messages s
  where s.id = m.scheduled_id and s.id = any (ids) and s.status = 'sending' and m.sent_at is null;
  update public.scheduled_messages s set status = 'canceled', skip_reason = reason
  where s.id = any (ids) and s.status in ('scheduled', 'held_quiet', 'sending');
$$;

create function private.cancel_messages(context_type text, context_id uuid, reason text) returns void
language sql volatile security definer set search_path = '' as $$
  select private.cancel_message_ids(array(
    select s.id from public.scheduled_messages s
    where s.context_type = cancel_messages.context_type and s.context_id = cancel_messages.context_id
      and s.status in ('scheduled', 'held_quiet', 'sending') order by s.id), reason)
$$;
grant execute on function private.cancel_messages(text, uuid, text) to service_role;

-- The messages that entities require in their present state: the rules of their context, applied to the anchors of its
-- module. A module implements private.message_anchors_of_<context>(uuid), which returns no row for an entity without
-- further messages. If its entities can disable rules of the plan, it also implements
-- private.muted_messages_of_<context>(uuid), which returns their keys.
create function private.wanted_messages_of(context_type text, context_ids uuid[])
returns table (context_id uuid, rule_id uuid, contact_id uuid, to_value text, send_at timestamptz, expires_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  anchors constant regprocedure := to_regprocedure(format('private.message_anchors_of_%I(uuid)', context_type));
  muted constant regprocedure := to_regprocedure(format('private.muted_messages_of_%I(uuid)', context_type));
begin
  if anchors is null then return; end if;
  return query execute format(
    'select distinct on (i.id, r.id, a.contact_id, a.to_value) i.id, r.id, a.contact_id, a.to_value, t.at,
       least(a.expires_at, t.at + make_interval(mins => r.expires_after_minutes))
     from (select u.id, %s as muted from unnest($2) u (id) offset 0) i cross join lateral %s(i.id) a join public.message_rules r on r.context_type = $1 and r.anchor = a.anchor,
       lateral (select a.at + make_interval(mins => r.offset_minutes) as at) t
     where r.is_active and r.key <> all (i.muted) and r.channel <> ''in_app'' and (r.recipients = ''household'' or not a.is_partner)
     order by i.id, r.id, a.contact_id, a.to_value, t.at',
    case when muted is null then '''{}''::text[]' else format('%s(u.id)', muted::regproc) end, anchors::regproc) using context_type, context_ids;
end
$$;
grant execute on function private.wanted_messages_of(text, uuid[]) to service_role;

-- Serializes derivations of one entity. A change of more than 500 entities, such as an edited rule, takes one lock that
-- excludes all others: a lock of each entity would exhaust the lock table of the server.
create function private.lock_messages_of(context_type text, context_ids uuid[]) returns void
language plpgsql volatile set search_path = '' as $$
declare
  all_messages constant bigint := hashtextextended('messages', 0);
begin
  if cardinality(context_ids) > 500 then
    perform pg_advisory_xact_lock(all_messages);
  else
    perform pg_advisory_xact_lock_shared(all_messages);
    perform pg_advisory_xact_lock(hashtextextended(concat_ws(':', 'messages', context_type, i.id), 0))
    from (select distinct u.id from unnest(context_ids) u (id) order by u.id) i;
  end if;
end
$$;

-- Whether the entity of a message disabled its rule of the plan.
create function private.is_muted_message(message scheduled_messages) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  muted constant regprocedure := to_regprocedure(format('private.muted_messages_of_%I(uuid)', message.context_type));
  keys text[];
begin
  if muted is null or message.rule_id is null then return false; end if;
  execute format('select %s($1)', muted::regproc) into keys using message.context_id;
  return exists (select from public.message_rules r where r.id = message.rule_id and r.key = any (keys));
end
$$;

-- Updates the scheduled messages of entities in the transaction of the change: adds new ones, reschedules moved ones,
-- and cancels obsolete ones. Sent messages are not changed. Statements are per call, not per entity, because a launch
-- has thousands of participants.
create function private.derive_messages_of(context_type text, context_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  wanted record;
  kept uuid[] := '{}';
  moves jsonb[] := '{}';
  unwanted uuid[];
begin
  perform private.lock_messages_of(context_type, context_ids);
  for wanted in
    select w.*, r.sends_late, r.repeats_when_moved, p.id as present_id, p.status, p.skip_reason, p.planned_at, p.expires_at as present_end
    from private.wanted_messages_of(context_type, context_ids) w join public.message_rules r on r.id = w.rule_id
    left join lateral (
      select s.* from public.scheduled_messages s
      where s.context_type = derive_messages_of.context_type and s.context_id = w.context_id and s.rule_id = w.rule_id
        and s.contact_id is not distinct from w.contact_id and (w.to_value is null or s.to_value = w.to_value)
        -- Excludes messages canceled because the message they replaced was delivered.
        and s.skip_reason is distinct from 'delivered_late'
      order by s.created_at desc, s.id limit 1) p on true
  loop
    if wanted.present_id is null then
      kept := kept || private.add_derived_message(context_type, wanted.context_id, wanted.rule_id, wanted.contact_id, wanted.to_value,
        wanted.send_at, wanted.expires_at, not wanted.sends_late);
    elsif wanted.repeats_when_moved and wanted.send_at <> wanted.planned_at and wanted.send_at > now()
      -- Includes messages that were written, but withheld because their contact was in the bin.
      and (wanted.status in ('sending', 'sent') or wanted.status = 'skipped' and wanted.skip_reason = 'gone'
        and exists (select from public.messages m where m.scheduled_id = wanted.present_id)) then
      kept := kept || private.add_derived_message(context_type, wanted.context_id, wanted.rule_id, wanted.contact_id, wanted.to_value,
        wanted.send_at, wanted.expires_at, true);
    else
      kept := kept || wanted.present_id;
      -- A message canceled or disabled by its entity is rescheduled when the entity requires it again. A message
      -- skipped while its contact was in the bin is also sent late after a restore, if its rule sends late.
      if wanted.status in ('scheduled', 'held_quiet')
          and (wanted.planned_at, wanted.present_end) is distinct from (wanted.send_at, wanted.expires_at)
        or wanted.send_at > now() - interval '1 hour'
          and (wanted.status, wanted.skip_reason) in (('canceled', 'entity_changed'), ('canceled', 'muted_here'), ('skipped', 'muted_here'), ('skipped', 'too_late'), ('skipped', 'gone'))
        or (wanted.status, wanted.skip_reason) = ('skipped', 'gone') and wanted.sends_late and wanted.expires_at > now()
          and exists (select from public.contacts c where c.id = wanted.contact_id and c.deleted_at is null) then
        moves := moves || jsonb_build_object('id', wanted.present_id, 'status', wanted.status, 'send_at', wanted.send_at,
          'expires_at', wanted.expires_at);
      end if;
    end if;
  end loop;
  if not private.move_derived_messages(moves) then
    -- The sender has claimed a message since it was read, so the derivation is repeated.
    perform private.derive_messages_of(context_type, context_ids);
    return;
  end if;
  unwanted := array(
    select s.id from public.scheduled_messages s
    where s.context_type = derive_messages_of.context_type and s.context_id = any (context_ids) and s.rule_id is not null
      and s.status in ('scheduled', 'held_quiet', 'sending') and s.id <> all (kept) order by s.id);
  if cardinality(unwanted) = 0 then return; end if;
  perform private.cancel_message_ids(unwanted, 'entity_changed');
  -- The rows are already locked by the cancellation.
  update public.scheduled_messages s set skip_reason = 'muted_here'
  where s.id = any (unwanted) and s.status = 'canceled' and s.skip_reason = 'entity_changed' and private.is_muted_message(s);
end
$$;
grant execute on function private.derive_messages_of(text, uuid[]) to service_role;

create function private.derive_messages(context_type text, context_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  select private.derive_messages_of(context_type, array[context_id])
$$;
grant execute on function private.derive_messages(text, uuid) to service_role;

-- A message whose time has passed is recorded as skipped, unless its rule sends late. One hour is tolerated for slow
-- transactions.
create function private.add_derived_message(
  context_type text, context_id uuid, rule uuid, contact uuid, to_value text, send_at timestamptz, expires_at timestamptz, is_strict boolean
) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  chosen public.message_rules;
  is_late constant boolean := is_strict and add_derived_message.send_at < now() - interval '1 hour';
  base_key text;
  message uuid;
begin
  select r.* into chosen from public.message_rules r where r.id = rule;
  base_key := concat_ws(':', chosen.purpose, context_type, context_id, chosen.key, coalesce(contact::text, public.address_hash(to_value)));
  insert into public.scheduled_messages (idempotency_key, contact_id, channel, purpose, context_type, context_id, rule_id, to_value,
    planned_at, send_at, expires_at, status, skip_reason)
  -- A rescheduled reminder, or a reminder to a corrected address, is another message: its key contains time and
  -- address.
  select case when exists (select from public.scheduled_messages s where s.idempotency_key = base_key)
      then concat_ws(':', base_key, extract(epoch from add_derived_message.send_at)::bigint, public.address_hash(to_value)) else base_key end,
    contact, chosen.channel, chosen.purpose, add_derived_message.context_type, add_derived_message.context_id, rule, add_derived_message.to_value,
    add_derived_message.send_at, add_derived_message.send_at, add_derived_message.expires_at,
    case when is_late then 'skipped' else 'scheduled' end, case when is_late then 'too_late' end
  on conflict (idempotency_key) do update set idempotency_key = excluded.idempotency_key returning id into message;
  return message;
end
$$;

-- Reschedules unsent messages. Returns false if the status of a message has changed since. A message with a copy in the
-- outbox is not changed.
create function private.move_derived_messages(moves jsonb[]) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  moving uuid[];
  moved integer;
begin
  if cardinality(moves) = 0 then return true; end if;
  -- Lock order of the sender.
  moving := array(
    select s.id from public.scheduled_messages s
    where s.id in (select (m ->> 'id')::uuid from unnest(moves) m) and not exists (select from public.messages w where w.scheduled_id = s.id)
    order by s.id for update);
  update public.scheduled_messages s set planned_at = m.send_at, send_at = m.send_at, expires_at = m.expires_at, status = 'scheduled',
    skip_reason = null, waits_because = null
  from jsonb_to_recordset(to_jsonb(moves)) m (id uuid, status text, send_at timestamptz, expires_at timestamptz)
  where s.id = m.id and s.id = any (moving) and s.status = m.status;
  get diagnostics moved = row_count;
  return moved = cardinality(moving);
end
$$;

-- A change of a rule applies to waiting messages. A cancelled row is restored when its rule is enabled again.
create function rederive_messages_of_rule() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages_of(new.context_type, array(
    select distinct m.context_id from public.scheduled_messages m
    where m.rule_id = new.id and (m.status in ('scheduled', 'held_quiet', 'sending') or (m.status = 'canceled' and m.skip_reason in ('entity_changed', 'muted_here')))));
  return null;
end
$$;
create trigger rederive after update on message_rules
  for each row when ((old.offset_minutes, old.is_active, old.recipients, old.expires_after_minutes)
    is distinct from (new.offset_minutes, new.is_active, new.recipients, new.expires_after_minutes))
  execute function rederive_messages_of_rule();

-- A contact restored from the bin gets the messages that were skipped because of the deletion, unless their time has
-- passed.
create function rederive_messages_of_restored() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages_of(g.context_type, g.ids) from (
    select s.context_type, array_agg(distinct s.context_id) as ids from public.scheduled_messages s
    where s.contact_id = new.id and s.rule_id is not null and s.status = 'skipped' and s.skip_reason = 'gone'
      and (s.planned_at > now() - interval '1 hour' or s.expires_at > now())
    group by s.context_type order by s.context_type) g;
  return null;
end
$$;
create trigger rederive_messages after update of deleted_at on contacts
  for each row when (old.deleted_at is not null and new.deleted_at is null and old.merged_into_id is null)
  execute function rederive_messages_of_restored();
