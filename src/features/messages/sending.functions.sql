-- What the sender asks at the moment of sending: the address, every reason to skip, and the frequency caps.

-- The address of a message: fixed by its context, or the contact's best one. Of several, one with consent, then the primary one.
create function private.message_address(message scheduled_messages) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when message.to_value is not null then message.to_value
    else (
      select p.value_norm from public.contact_points p
      where p.contact_id = message.contact_id and p.kind = case when message.channel = 'email' then 'email' else 'phone' end
      order by message.purpose = 'marketing' and public.advertising_block_reason(message.contact_id, p.value_norm, message.channel) is not null,
        p.bounced_at is not null, p.is_primary desc, p.created_at, p.id limit 1) end
$$;

-- Until when WhatsApp carries free text to an address: 24 hours after its last message. Null afterwards, and on other channels.
create function private.reply_until(channel text, address text) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select nullif(greatest(max(r.received_at) + interval '24 hours', now()), now()) from public.received_messages r
  where reply_until.channel = 'whatsapp' and r.channel = 'whatsapp' and r.from_value = address
$$;

-- Whether a later reminder of the same entity, by one of these rules, is due too: quiet hours can hold several.
create function private.is_overtaken(message scheduled_messages, keys text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.scheduled_messages s join public.message_rules r on r.id = s.rule_id
    where r.key = any (keys) and (select m.key from public.message_rules m where m.id = message.rule_id) = any (keys)
      and s.context_type = message.context_type and s.context_id = message.context_id and s.id <> message.id
      and s.contact_id is not distinct from message.contact_id and s.to_value is not distinct from message.to_value
      and s.status in ('scheduled', 'held_quiet', 'sending', 'sent') and s.planned_at > message.planned_at and s.planned_at <= now())
$$;

-- The refusal of the module or the run that a message belongs to. A module implements private.message_refusal_of_<context>(message);
-- automations implement private.run_refusal(uuid). A derived message is also refused when its entity does not want it any more.
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
  if why is null and message.rule_id is not null and not exists (
    select from private.wanted_messages(message.context_type, message.context_id) w
    where w.rule_id = message.rule_id and w.contact_id is not distinct from message.contact_id
      and (w.to_value is null or w.to_value = message.to_value)) then
    why := case when (select r.is_active from public.message_rules r where r.id = message.rule_id) then 'entity_changed' else 'rule_off' end;
  end if;
  return why;
end
$$;

-- Why a message must not be sent to an address, as one word, or null. `contact` differs from the message's after a merge.
create function private.message_refusal(message scheduled_messages, contact uuid, address text) returns text
language sql stable security definer set search_path = '' as $$
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
    private.context_refusal(message),
    -- Two contacts were merged, and the other one's message was written before.
    case when message.rule_id is not null or message.context_type = 'campaign' then (
      select 'same_address' where exists (
        select from public.messages m join public.scheduled_messages o on o.id = m.scheduled_id
        where m.contact_id = contact and o.context_type = message.context_type and o.context_id = message.context_id
          and o.rule_id is not distinct from message.rule_id and o.id <> message.id and o.planned_at = message.planned_at
          and (message.status <> 'sending' or m.sent_at is not null))) end)
$$;

-- Advertisements a day that the module of a message permits at this moment, beyond the cap of the business: it implements
-- private.daily_cap_of_<context>(message). Null without an exception.
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

-- Which frequency cap the contact has reached, and until when; nulls if none. Days are those of Israel, weeks begin on Sunday.
-- `exception` raises the daily cap.
create function frequency_cap(contact uuid, address text, exception integer default null, out why text, out until timestamptz)
language sql stable security definer set search_path = '' as $$
  with today as (select date_trunc('day', now() at time zone 'Asia/Jerusalem') as day),
  days as (select day, date_trunc('week', day + interval '1 day') - interval '1 day' as sunday from today),
  had as (
    select count(*) filter (where m.created_at >= days.day at time zone 'Asia/Jerusalem') as today, count(*) as this_week
    from days join public.messages m on m.created_at >= days.sunday at time zone 'Asia/Jerusalem'
    where m.purpose = 'marketing' and (m.contact_id = contact or m.to_value = address)
      and (m.error is null or m.sent_at is not null)),
  full_is as (
    select had.today >= greatest(s.daily_cap, exception) as the_day,
      had.this_week >= case when p.at_most_weekly then 1 else s.weekly_cap end as the_week
    from had, public.message_settings s left join public.mail_preferences p on p.email = address)
  select case when the_week then 'weekly_cap' when the_day then 'daily_cap' end,
    case when the_week then days.sunday + interval '7 days' when the_day then days.day + interval '1 day' end
      at time zone 'Asia/Jerusalem'
  from full_is, days
$$;
grant execute on function frequency_cap(uuid, text, integer) to service_role;

-- The next due messages, each with its address, refusal and cap. Of one context, or of all contexts without an own pace.
-- A message over a cap is postponed, for at most a week after its time. Of several advertisements to one contact or address, the first:
-- the caps of the others count it when it is written.
create function next_messages(context_type text, context_id uuid, most integer)
returns table (id uuid, contact_id uuid, first_name text, address text, refusal text, cap text, cap_until timestamptz, consented_at timestamptz,
  reply_until timestamptz)
language plpgsql volatile security definer set search_path = '' as $$
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
  return query
    with addressed as (
      select s, private.message_address(s) as address from public.scheduled_messages s where s.id = any (due) and s.status = 'scheduled'),
    ranked as (
      select a.*, row_number() over (partition by (a.s).purpose, (a.s).contact_id order by array_position(due, (a.s).id)) as of_contact,
        row_number() over (partition by (a.s).purpose, a.address order by array_position(due, (a.s).id)) as of_address
      from addressed a)
    select (r.s).id, (r.s).contact_id, c.first_name, r.address,
      coalesce(private.message_refusal(r.s, (r.s).contact_id, r.address),
        case when enough.until > least((r.s).planned_at + interval '7 days', (r.s).expires_at) then enough.why end),
      enough.why, enough.until,
      (select max(g.at) from public.consents g where g.contact_id = (r.s).contact_id and g.value_norm = r.address
         and g.channel = (r.s).channel and g.purpose = 'marketing' and g.action = 'grant'),
      private.reply_until((r.s).channel, r.address)
    from ranked r
    left join public.contacts c on c.id = (r.s).contact_id
    -- The condition inside: a join condition would be asked after the function.
    left join lateral (
      select f.why, f.until from public.frequency_cap((r.s).contact_id, r.address, private.daily_cap_exception(r.s)) f
      where (r.s).purpose = 'marketing' offset 0) enough on true
    where (r.s).purpose <> 'marketing'
      or ((r.of_contact = 1 or (r.s).contact_id is null) and (r.of_address = 1 or r.address is null))
    order by array_position(due, (r.s).id);
end
$$;
grant execute on function next_messages(text, uuid, integer) to service_role;

-- Why a written message must no longer be sent, as one word, or null. The reason is recorded with the message. Days may pass between
-- writing and sending; the present state decides. Purpose and expiry tell whether it may wait for the end of quiet hours.
create function withhold_message(mail uuid, out why text, out purpose text, out expires_at timestamptz)
language plpgsql volatile security definer set search_path = '' as $$
declare
  letter public.messages;
  planned public.scheduled_messages;
begin
  select m.* into letter from public.messages m where m.mail_id = mail;
  -- The contact and its message were deleted.
  if letter.id is null then why := 'gone'; return; end if;
  select s.* into planned from public.scheduled_messages s where s.id = letter.scheduled_id;
  purpose := planned.purpose;
  expires_at := planned.expires_at;
  if planned.status <> 'sending' then why := coalesce(planned.skip_reason, planned.status); return; end if;
  why := coalesce(private.message_refusal(planned, letter.contact_id, letter.to_value),
    case when letter.needs_window and private.reply_until(letter.channel, letter.to_value) is null then 'window_closed' end);
  if why is null then return; end if;
  update public.messages m set error = why where m.id = letter.id;
  update public.scheduled_messages s set status = 'skipped', skip_reason = why where s.id = planned.id;
end
$$;
grant execute on function withhold_message(uuid) to worker;

-- When the sender has work again, for the minute check that follows a lost job.
create function wake_overdue_messages() returns void
language sql volatile security definer set search_path = '' as $$
  select private.wake_sender(now()) where exists (
    select from public.scheduled_messages s
    where s.status = 'scheduled' and s.send_at < now() - interval '2 minutes' and s.context_type <> 'campaign')
$$;
grant execute on function wake_overdue_messages() to service_role;
