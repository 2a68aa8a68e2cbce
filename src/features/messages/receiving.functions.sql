-- Reports of providers: received messages, and the delivery status of sent ones. Idempotent: a repeated report changes nothing.

-- The contact of a number or an address. If several contacts share it: the one most recently messaged on this channel.
create function private.contact_of_sender(channel text, sender text) returns uuid
language sql stable security definer set search_path = '' as $$
  select c.id from public.contact_points p join public.contacts c on c.id = p.contact_id
  where p.kind = case contact_of_sender.channel when 'email' then 'email' else 'phone' end and p.value_norm = sender and c.deleted_at is null and c.merged_into_id is null
  order by (
    select max(m.created_at) from public.messages m
    where m.contact_id = c.id and m.to_value = sender and m.channel = contact_of_sender.channel) desc nulls last,
    p.is_primary desc, c.created_at, c.id limit 1
$$;
grant execute on function private.contact_of_sender(text, text) to service_role;

-- The message that a mail replies to, found by the outbox ids in its references, which only recipients know. The sender
-- must be one of the contact's addresses; otherwise the reply is not the contact's.
create function answered_message(outbox uuid[], sender text) returns table (contact_id uuid, context_type text, context_id uuid)
language sql stable security definer set search_path = '' as $$
  select m.contact_id, s.context_type, s.context_id
  from public.messages m join public.scheduled_messages s on s.id = m.scheduled_id
  join public.contacts c on c.id = m.contact_id and c.deleted_at is null and c.merged_into_id is null
  where m.mail_id = any (outbox) and m.channel = 'email'
    and exists (select from public.contact_points p where p.contact_id = c.id and p.kind = 'email' and p.value_norm = sender)
  order by m.created_at desc limit 1
$$;
revoke execute on function answered_message(uuid[], text) from public;
grant execute on function answered_message(uuid[], text) to service_role;

-- Opts an address out of advertising on one channel, at the recipient's request, for every contact with that address.
create function private.refuse_advertising(channel text, address text, source text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.suppressions (value_norm, channel, reason) values (address, refuse_advertising.channel, 'unsubscribe')
  on conflict do nothing;
  insert into public.activities (type, actor_kind, actor_id, contact_id, related_type, payload)
  select 'consent.withdrawn', 'contact', withdrawn, withdrawn, 'consent',
    jsonb_build_object('channel', refuse_advertising.channel, 'value', address)
  from public.withdraw_consent(refuse_advertising.channel, address, source) withdrawn;
end
$$;
grant execute on function private.refuse_advertising(text, text, text) to service_role;

-- Records a status report of a sent message, found by the provider's id or by its outbox row: the report may arrive
-- before the response.
create function record_message_status(provider text, outbox uuid, status text, at timestamptz, refused text default null,
  nobody_there boolean default false, opted_out boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
declare
  message public.messages;
begin
  if status = 'failed' then
    -- Lock order of a merge, contacts before messages: a failure adds an event or a mail of the contact.
    perform from public.contacts c
    where c.id = any (array(select m.contact_id from public.messages m where m.provider_id = provider or m.mail_id = outbox))
    order by c.id for key share;
  end if;
  update public.messages m set
    provider_id = coalesce(m.provider_id, provider),
    sent_at = case when status <> 'failed' then coalesce(m.sent_at, at) else m.sent_at end,
    delivered_at = case when status = 'delivered' then coalesce(m.delivered_at, at) else m.delivered_at end,
    error = case status when 'failed' then coalesce(m.error, refused) when 'delivered' then null else m.error end,
    bounced_at = case when status = 'failed' and nobody_there then coalesce(m.bounced_at, at) else m.bounced_at end
  where (m.provider_id = provider or (m.provider_id is null and m.mail_id = outbox))
    and (status <> 'failed' or m.delivered_at is null)
  returning m.* into message;
  if message.id is null then return; end if;
  update public.scheduled_messages s set status = case when message.error is null then 'sent' else 'failed' end, skip_reason = null
  where s.id = message.scheduled_id
    and (s.status in ('sending', 'sent', 'canceled') or (message.error is null and message.delivered_at is not null));
  if status = 'failed' then
    perform private.mail_undelivered(array[message.scheduled_id], array[message.error]);
  elsif message.delivered_at is not null then
    -- The message was delivered after it had been marked as failed or withheld, so its replacement is canceled.
    perform private.cancel_message_ids(array(select s.id from public.scheduled_messages s where s.replaces_id = message.scheduled_id), 'delivered_late');
  end if;
  if status = 'failed' and nobody_there then perform public.mark_unreachable(message.to_value, 'bounce', refused, message.channel); end if;
  if status = 'failed' and opted_out then
    perform private.refuse_advertising(message.channel, message.to_value, 'message_reply');
  end if;
end
$$;
grant execute on function record_message_status(text, uuid, text, timestamptz, text, boolean, boolean) to service_role;
comment on function record_message_status is 'takes null: provider, outbox, refused';
