-- The mail that replaces an undelivered WhatsApp message: withheld, refused, or never accepted.

-- Whether a reason concerns only the number or the channel, so that a mail may still be sent.
create function private.is_reason_of_number(why text) returns boolean
language sql immutable set search_path = '' as $$
  select why in ('no_number', 'no_consent', 'do_not_contact', 'paused', 'window_closed', 'unsubscribe', 'bounce', 'complaint', 'manual', 'legal')
$$;

-- Schedules the replacing mails, once per message. Whether a mail may be sent is checked when it is composed, as for
-- every message. A message that does not replace a mail schedules none.
create function private.mail_undelivered(ids uuid[], reasons text[]) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.scheduled_messages (idempotency_key, contact_id, channel, purpose, context_type, context_id, rule_id, to_value, planned_at,
    send_at, expires_at, is_demo, replaces_id, mailed_because)
  select s.idempotency_key || ':mail', s.contact_id, 'email', s.purpose, s.context_type, s.context_id, s.rule_id, s.to_value, s.planned_at,
    now(), s.expires_at, s.is_demo, s.id, k.why
  from unnest(ids, reasons) k (id, why) join public.scheduled_messages s on s.id = k.id
  join public.message_rules r on r.id = s.rule_id and r.channel = 'email'
  where s.channel = 'whatsapp' and s.phone is not null order by s.id
  on conflict do nothing
$$;

-- Ends messages that their provider does not accept. They end immediately while WhatsApp is not configured, otherwise
-- five minutes after they were inserted if an attempt failed. A row that is being delivered is skipped. Without
-- attempts a message waits for the end of quiet hours.
create function end_stalled_messages(has_whatsapp boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  stalled record;
begin
  -- Lock order of a merge: contacts before messages.
  perform from public.contacts c
  where c.id = any (array(select s.contact_id from public.scheduled_messages s where s.status = 'sending' and s.phone is not null))
  order by c.id for key share;
  for stalled in
    select o.id as mail, m.id as message, s.id as planned,
      case when has_whatsapp then coalesce(o.last_error, 'failed') else 'channel_off' end as why
    from public.scheduled_messages s join public.messages m on m.scheduled_id = s.id join mail.outbox o on o.id = m.mail_id
    where s.status = 'sending' and s.phone is not null and m.sent_at is null and o.sent_at is null
      and (o.leased_until is null or o.leased_until <= now())
      and (not has_whatsapp or (o.attempts > 0 and m.created_at < now() - interval '5 minutes'))
    order by s.id for update of o skip locked
  loop
    -- Skipped if the message was reported or canceled after it was read.
    update public.messages m set error = stalled.why where m.id = stalled.message and m.sent_at is null and m.error is null;
    continue when not found;
    update public.scheduled_messages s
    set status = case when has_whatsapp then 'failed' else 'skipped' end, skip_reason = case when not has_whatsapp then 'channel_off' end
    where s.id = stalled.planned and s.status = 'sending';
    -- Marks the outbox row as failed.
    update mail.outbox o set attempts = o.attempts + 1, last_error = stalled.why where o.id = stalled.mail;
    perform private.mail_undelivered(array[stalled.planned], array[stalled.why]);
  end loop;
end
$$;
grant execute on function end_stalled_messages(boolean) to service_role;
