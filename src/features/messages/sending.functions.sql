-- Checks of the sender: the address, every reason to skip, and the frequency caps.

-- The address of a message: fixed by its context, or the contact's best address. An address with consent is preferred,
-- then the primary address.
create function private.message_address(message scheduled_messages) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when message.phone is not null then message.phone
    when message.to_value is not null then message.to_value
    else (
      select p.value_norm from public.contact_points p
      where p.contact_id = message.contact_id and p.kind = case when message.channel = 'email' then 'email' else 'phone' end
      order by message.purpose = 'marketing' and public.advertising_block_reason(message.contact_id, p.value_norm, message.channel) is not null,
        p.bounced_at is not null, p.is_primary desc, p.created_at, p.id limit 1) end
$$;

-- End of the window in which WhatsApp accepts free text to an address: 24 hours after its last message. Null
-- afterwards, and on other channels.
create function private.reply_until(channel text, address text) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select nullif(greatest(max(r.received_at) + interval '24 hours', now()), now()) from public.received_messages r
  where reply_until.channel = 'whatsapp' and r.channel = 'whatsapp' and r.from_value = address
$$;

-- Whether a later reminder of the same entity, by one of these rules, is also due: quiet hours can hold several
-- reminders.
create function private.is_overtaken(message scheduled_messages, keys text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.scheduled_messages s join public.message_rules r on r.id = s.rule_id
    where r.key = any (keys) and (select m.key from public.message_rules m where m.id = message.rule_id) = any (keys)
      and s.context_type = message.context_type and s.context_id = message.context_id and s.id <> message.id
      and s.contact_id is not distinct from message.contact_id and s.to_value is not distinct from message.to_value
      and s.status in ('scheduled', 'held_quiet', 'sending', 'sent') and s.planned_at > message.planned_at and s.planned_at <= now())
$$;

-- The refusal by the module or the automation run of a message. A module implements
-- private.message_refusal_of_<context>(message); automations implement private.run_refusal(uuid).
create function private.context_refusal(message scheduled_messages) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  asked constant regprocedure := to_regprocedure(format('private.message_refusal_of_%I(public.scheduled_messages)', message.context_type));
  of_run constant regprocedure := to_regprocedure('private.run_refusal(uuid)');
  why text;
begin
  if asked is not null then execute format('select %s($1)', asked::regproc) into why using message; end if;
  if why is null and message.run_id is not null and of_run is not null then
    execute format('select %s($1)', of_run::regproc) into why using message.run_id;
  end if;
  return why;
end
$$;

-- Filters messages to those that their entities still require. Messages without a rule depend on no entity.
create function private.still_wanted(ids uuid[]) returns setof uuid
language sql stable security definer set search_path = '' as $$
  with messages as (select s.* from public.scheduled_messages s where s.id = any (ids)),
  contexts as (select m.context_type, array_agg(distinct m.context_id) as ids from messages m where m.rule_id is not null group by 1),
  wanted as materialized (
    select c.context_type, w.* from contexts c cross join lateral private.wanted_messages_of(c.context_type, c.ids) w)
  select m.id from messages m
  where m.rule_id is null or exists (
    select from wanted w
    where w.context_type = m.context_type and w.context_id = m.context_id and w.rule_id = m.rule_id
      and w.contact_id is not distinct from m.contact_id and (w.to_value is null or w.to_value = m.to_value))
$$;

-- The reason code why a message must not be sent to an address, or null. `contact` differs from the message's after a
-- merge. `is_wanted` is the result of still_wanted(), which is called once for all messages of a batch.
create function private.message_refusal(message scheduled_messages, contact uuid, address text, is_wanted boolean) returns text
language sql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
  select coalesce(
    case when message.expires_at <= now() then 'expired' end,
    case when message.purpose = 'marketing' then public.advertising_block_reason(contact, address, message.channel)
      when address is null then private.no_address_of(message.channel)
      when contact is not null then (
        select case when c.id is null or c.deleted_at is not null or c.merged_into_id is not null then 'gone'
          when c.do_not_contact and message.purpose = 'service' then 'do_not_contact' end
        from (select 1) always left join public.contacts c on c.id = contact) end,
    case when message.purpose = 'service' then (
      select 'legal' from public.suppressions s
      where s.channel = message.channel and s.value_hash = public.address_hash(address) and s.reason = 'legal') end,
    -- The WhatsApp consent or the number that replaced the mail was withdrawn, changed or removed.
    case when message.phone is not null and private.whatsapp_number(message.context_type, message.context_id, contact) is distinct from address
      then coalesce(public.advertising_block_reason(contact, address, message.channel), 'no_number') end,
    private.context_refusal(message),
    case when not is_wanted then
      case when (select r.is_active from public.message_rules r where r.id = message.rule_id)
        then case when private.is_muted_message(message) then 'muted_here' else 'entity_changed' end else 'rule_off' end end,
    -- After a merge, the message of the other contact was already written.
    case when message.rule_id is not null or message.context_type = 'campaign' then (
      select 'same_address' where exists (
        select from public.messages m join public.scheduled_messages o on o.id = m.scheduled_id
        where m.contact_id = contact and o.context_type = message.context_type and o.context_id = message.context_id
          and o.rule_id is not distinct from message.rule_id and o.id <> message.id and o.planned_at = message.planned_at
          and o.id is distinct from message.replaces_id
          and (message.status <> 'sending' or m.sent_at is not null))) end)
$$;

-- The daily number of advertisements that the module of a message currently permits beyond the business's cap. The
-- module implements private.daily_cap_of_<context>(message). Null without an exception.
create function private.daily_cap_exception(message scheduled_messages) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  asked constant regprocedure := to_regprocedure(format('private.daily_cap_of_%I(public.scheduled_messages)', message.context_type));
  cap integer;
begin
  if asked is not null then execute format('select %s($1)', asked::regproc) into cap using message; end if;
  return cap;
end
$$;

-- Which frequency cap the contact has reached, and until when; nulls if none. Days are those of Israel, weeks begin on
-- Sunday. `exception` raises the daily cap. With the caller's rights and without a search_path setting, so that the
-- planner inlines it into the query of a batch.
create function private.frequency_cap(contact uuid, address text, exception integer) returns table (why text, until timestamptz)
language sql stable as $$
  with today as (select date_trunc('day', now() at time zone 'Asia/Jerusalem') as day),
  days as (select day, date_trunc('week', day + interval '1 day') - interval '1 day' as sunday from today),
  had as (
    select count(*) filter (where m.created_at >= days.day at time zone 'Asia/Jerusalem') as today, count(*) as this_week
    from days cross join lateral (
      -- A union, so that each part is one index range and a message in both counts once.
      select m.id, m.created_at from public.messages m
      where m.contact_id = contact and m.created_at >= days.sunday at time zone 'Asia/Jerusalem'
        and m.purpose = 'marketing' and (m.error is null or m.sent_at is not null)
      union
      select m.id, m.created_at from public.messages m
      where m.to_value = address and m.created_at >= days.sunday at time zone 'Asia/Jerusalem'
        and m.purpose = 'marketing' and (m.error is null or m.sent_at is not null)) m),
  full_is as (
    select had.today >= greatest(s.daily_cap, exception) as the_day,
      had.this_week >= case when p.at_most_weekly then 1 else s.weekly_cap end as the_week
    from had, public.message_settings s left join public.mail_preferences p on p.email = address)
  select case when the_week then 'weekly_cap' when the_day then 'daily_cap' end,
    case when the_week then days.sunday + interval '7 days' when the_day then days.day + interval '1 day' end
      at time zone 'Asia/Jerusalem'
  from full_is, days
$$;

-- The next due messages, each with its address, refusal and cap: of one context, or of all contexts without a separate
-- sender. A message over a cap is postponed, for at most a week after its time. Of several advertisements to one
-- contact or address only the first is returned: the caps of the others count it once it is written. Planned for each
-- batch, because a plan cached for an empty log would scan the whole log later.
create function next_messages(context_type text, context_id uuid, most integer, has_whatsapp boolean default false)
returns table (id uuid, contact_id uuid, first_name text, address text, refusal text, cap text, cap_until timestamptz, consented_at timestamptz,
  reply_until timestamptz)
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  due constant uuid[] := array(
    select s.id from public.scheduled_messages s
    where s.status = 'scheduled' and s.send_at <= now()
      and case when next_messages.context_id is null then s.context_type <> 'campaign'
        else s.context_type = next_messages.context_type and s.context_id = next_messages.context_id end
    order by case when next_messages.context_id is null then s.send_at end, s.id limit most);
begin
  -- Locks the contacts, so that a concurrent merge commits before their consent is read.
  perform from public.contacts c where c.id in (select s.contact_id from public.scheduled_messages s where s.id = any (due))
    order by c.id for key share;
  perform from public.scheduled_messages s where s.id = any (due) order by s.id for update;
  perform private.choose_channels(due, has_whatsapp);
  return query
    with wanted as materialized (select w.id from private.still_wanted(due) w (id)),
    addressed as (
      select s, private.message_address(s) as address from public.scheduled_messages s where s.id = any (due) and s.status = 'scheduled'),
    ranked as (
      select a.*, row_number() over (partition by (a.s).purpose, (a.s).contact_id order by array_position(due, (a.s).id)) as of_contact,
        row_number() over (partition by (a.s).purpose, a.address order by array_position(due, (a.s).id)) as of_address
      from addressed a)
    -- The contact of an entered address may have been matched by an entered number: another person must not see the
    -- name.
    select (r.s).id, (r.s).contact_id, case when (r.s).to_value is null or exists (
        select from public.contact_points p where p.contact_id = c.id and p.value_norm = r.address) then c.first_name end, r.address,
      coalesce(private.message_refusal(r.s, (r.s).contact_id, r.address, (r.s).id in (select w.id from wanted w)),
        case when enough.until > least((r.s).planned_at + interval '7 days', (r.s).expires_at) then enough.why end),
      enough.why, enough.until,
      (select max(g.at) from public.consents g where g.contact_id = (r.s).contact_id and g.value_norm = r.address
         and g.channel = (r.s).channel and g.purpose = 'marketing' and g.action = 'grant'),
      private.reply_until((r.s).channel, r.address)
    from ranked r
    left join public.contacts c on c.id = (r.s).contact_id
    -- The condition is inside the lateral query, because a join condition would be evaluated after the function call.
    left join lateral (
      select f.why, f.until from private.frequency_cap((r.s).contact_id, r.address, private.daily_cap_exception(r.s)) f
      where (r.s).purpose = 'marketing' offset 0) enough on true
    where (r.s).purpose <> 'marketing'
      or ((r.of_contact = 1 or (r.s).contact_id is null) and (r.of_address = 1 or r.address is null))
    order by array_position(due, (r.s).id);
end
$$;
grant execute on function next_messages(text, uuid, integer, boolean) to service_role;

-- The reason codes why written messages must not be sent any more, or null. The reason is stored with the message. Days
-- may pass between writing and sending, so the present state is checked. Purpose and expiry determine whether a message
-- may wait for the end of quiet hours.
create function withhold_messages(mails uuid[]) returns table (mail_id uuid, why text, purpose text, expires_at timestamptz)
language plpgsql volatile security definer set search_path = '' as $$
declare
  checked record;
begin
  for checked in
    with written as (
      select i.mail, m, s from unnest(mails) i (mail)
      left join public.messages m on m.mail_id = i.mail left join public.scheduled_messages s on s.id = m.scheduled_id),
    wanted as materialized (select w.id from private.still_wanted(array(select (w.s).id from written w)) w (id))
    select w.mail, (w.m).id as message, (w.s).id as planned, (w.s).purpose, (w.s).expires_at, (w.s).status = 'sending' as is_sending,
      case
        -- The message was deleted with its contact.
        when (w.m).id is null then 'gone'
        when (w.s).status <> 'sending' then coalesce((w.s).skip_reason, (w.s).status)
        else coalesce(private.message_refusal(w.s, (w.m).contact_id, (w.m).to_value, (w.s).id in (select n.id from wanted n)),
          case when (w.m).needs_window and private.reply_until((w.m).channel, (w.m).to_value) is null then 'window_closed' end) end as why
    from written w
  loop
    if checked.is_sending and checked.why is not null then
      update public.messages m set error = checked.why where m.id = checked.message;
      update public.scheduled_messages s set status = 'skipped', skip_reason = checked.why where s.id = checked.planned;
      if private.is_reason_of_number(checked.why) then perform private.mail_undelivered(array[checked.planned], array[checked.why]); end if;
    end if;
    mail_id := checked.mail;
    why := checked.why;
    purpose := checked.purpose;
    expires_at := checked.expires_at;
    return next;
  end loop;
end
$$;
grant execute on function withhold_messages(uuid[]) to worker;

-- Schedules the sender for overdue messages. Called every minute to recover from a lost job.
create function wake_overdue_messages() returns void
language sql volatile security definer set search_path = '' as $$
  select private.wake_sender(now()) where exists (
    select from public.scheduled_messages s
    where s.status = 'scheduled' and s.send_at < now() - interval '2 minutes' and s.context_type <> 'campaign')
  -- Also for messages that their provider has not accepted yet: see end_stalled_messages().
  or exists (
    select from public.scheduled_messages s where s.status = 'sending' and s.phone is not null and s.send_at < now() - interval '2 minutes')
$$;
grant execute on function wake_overdue_messages() to service_role;
