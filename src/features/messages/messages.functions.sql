create function stamp_message_settings() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end
$$;
create trigger stamp_update before update on message_settings for each row execute function stamp_message_settings();

-- Without a search_path setting, so that queries inline it.
create function address_hash(address text) returns text
language sql immutable strict parallel safe as $$
  select encode(sha256(convert_to(lower(btrim(address)), 'UTF8')), 'hex')
$$;
grant execute on function address_hash(text) to authenticated, service_role;

create function hash_suppressed() returns trigger language plpgsql set search_path = '' as $$
begin
  new.value_hash := public.address_hash(new.value_norm);
  new.created_by := coalesce(new.created_by, auth.uid());
  return new;
end
$$;
create trigger hash_suppressed before insert on suppressions for each row execute function hash_suppressed();
comment on trigger hash_suppressed on suppressions is 'sets: value_hash';

-- Records delivery results of outbox rows, each as {"mail", "refused", "isAddress", "providerId", "isOptOut"}. The
-- worker knows only the outbox ids; a row without a message is ignored. Planned once per connection and without
-- sequential scans, because a new installation would plan for an empty table.
create function record_mail_outcomes(outcomes jsonb) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  written uuid[];
  outcome record;
begin
  -- Lock order of a merge, contacts before messages: a failure adds an event or a mail of the contact.
  perform from public.contacts c
  where c.id = any (array(
    select m.contact_id from jsonb_to_recordset(outcomes) o (mail uuid, refused text) join public.messages m on m.mail_id = o.mail
    where o.refused is not null))
  order by c.id for key share;
  -- Lock order of a cancellation.
  written := array(
    select m.id from public.messages m
    where m.mail_id = any (array(select (o ->> 'mail')::uuid from jsonb_array_elements(outcomes) o)) and m.sent_at is null
    order by m.scheduled_id for update);
  if cardinality(written) = 0 then return; end if;
  update public.messages m set
    sent_at = case when o.refused is null then now() end,
    -- Preserves a failure that was reported before the response; a report stores the provider's id.
    error = coalesce(o.refused, case when m.provider_id is not null then m.error end),
    bounced_at = coalesce(m.bounced_at, case when o."isAddress" then now() end),
    provider_id = coalesce(m.provider_id, o."providerId")
  from jsonb_to_recordset(outcomes) o (mail uuid, refused text, "isAddress" boolean, "providerId" text)
  where m.id = any (written) and o.mail = m.mail_id;
  -- A message canceled while the mail server accepted it is recorded as sent.
  update public.scheduled_messages s set status = case when m.error is null then 'sent' else 'failed' end, skip_reason = null
  from public.messages m where m.id = any (written) and s.id = m.scheduled_id;
  perform private.mail_undelivered(array_agg(m.scheduled_id), array_agg(m.error))
  from public.messages m where m.id = any (written) and m.channel = 'whatsapp' and m.error is not null having count(*) > 0;
  for outcome in
    select m.to_value, m.channel, o.refused, k.why
    from jsonb_to_recordset(outcomes) o (mail uuid, refused text, "isAddress" boolean, "isOptOut" boolean)
    join public.messages m on m.mail_id = o.mail, lateral (values ('bounce', o."isAddress"), ('unsubscribe', o."isOptOut")) k (why, applies)
    where m.id = any (written) and k.applies order by m.to_value
  loop
    perform public.mark_unreachable(outcome.to_value, outcome.why, outcome.refused, outcome.channel);
  end loop;
end
$$;

-- Suppresses marketing to an address after a bounce, a complaint or a refusal at the provider. Service messages are still sent.
create function mark_unreachable(address text, why text, said text, channel text default 'email') returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.suppressions (value_norm, channel, reason, note)
  values (lower(btrim(address)), mark_unreachable.channel, why, left(coalesce(said, ''), 300))
  on conflict do nothing;
  update public.contact_points p set
    bounced_at = case when why = 'bounce' then now() else p.bounced_at end,
    complained_at = case when why = 'complaint' then now() else p.complained_at end
  where mark_unreachable.channel = 'email' and p.kind = 'email' and p.value_norm = lower(btrim(address));
end
$$;
grant execute on function record_mail_outcomes(jsonb) to worker, service_role;
grant execute on function mark_unreachable(text, text, text, text) to service_role;

-- Reason code that forbids marketing to this contact at this address, or null. The same law applies to every channel.
create function advertising_block_reason(contact uuid, address text, channel text default 'email') returns text
language sql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
  select b.reason from private.advertising_blocks(contact, address, advertising_block_reason.channel) b
$$;
grant execute on function advertising_block_reason(uuid, text, text) to service_role;

-- The same reason as one row, with the caller's rights. Without a search_path setting, so that the planner inlines it
-- into a query over a whole audience. A call per recipient would make that query several times as slow.
create function private.advertising_blocks(contact uuid, address text, channel text) returns table (reason text)
language sql stable as $$
  select case
    when c.id is null or c.deleted_at is not null or c.merged_into_id is not null then 'gone'
    when c.do_not_contact then 'do_not_contact'
    when address is null then private.no_address_of(advertising_blocks.channel)
    else coalesce(
      (select s.reason from public.suppressions s
       where s.channel = advertising_blocks.channel and s.value_hash = public.address_hash(address)
       order by array_position(array['legal', 'unsubscribe', 'complaint', 'manual', 'bounce'], s.reason) limit 1),
      (select 'no_consent' where coalesce((
        select k.action from public.consents k
        where k.contact_id = contact and k.value_norm = address and k.channel = advertising_blocks.channel and k.purpose = 'marketing'
        order by k.at desc, k.id limit 1), 'withdraw') <> 'grant'),
      (select 'paused' from public.mail_preferences m where m.email = address and m.paused_until > now()))
  end
  from (select 1) always left join public.contacts c on c.id = contact
$$;

create function private.no_address_of(channel text) returns text
language sql immutable set search_path = '' as $$
  select case channel when 'email' then 'no_email' when 'push' then 'no_push' else 'no_phone' end
$$;

-- The sending hours for the worker, which has no access to the product's tables. Past closed days are excluded.
create function sending_hours() returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(s) || jsonb_build_object('closed', (select coalesce(jsonb_agg(jsonb_build_object('from', d.from_on, 'until', d.until_on) order by d.from_on), '[]')
    from public.closed_days d where d.until_on >= current_date - 2))
  from public.message_settings s
$$;
comment on function sending_hours is 'never null';
grant execute on function sending_hours() to worker, service_role, authenticated;

create function stamp_message_rule() returns trigger language plpgsql set search_path = '' as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end
$$;
create trigger stamp_update before update on message_rules for each row execute function stamp_message_rule();
create trigger next_version before update on closed_days for each row execute function next_version();
