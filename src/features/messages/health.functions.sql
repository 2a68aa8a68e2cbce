-- State of the sender, under the caller's policies. A message held by quiet hours is not due. Campaigns send their
-- messages separately and may be paused, so they are counted separately. A mail that the server refuses immediately
-- because of its address counts as sent and bounced. `since` lets the log list the messages that are counted here.
create function message_health() returns table (due bigint, oldest_due_at timestamptz, of_campaigns bigint,
  since timestamptz, sent bigint, bounced bigint, complained bigint, failed bigint)
language sql stable set search_path = public as $$
  with waiting as (
    select send_at, context_type = 'campaign' as is_campaign, status = 'scheduled' as is_due from scheduled_messages
    where status in ('scheduled', 'held_quiet') and send_at <= now()
  ), week as (
    select m.sent_at, m.bounced_at, m.complained_at, s.status from messages m
    join scheduled_messages s on s.id = m.scheduled_id where m.created_at > now() - interval '7 days'
  )
  select q.due, q.oldest_due_at, q.of_campaigns, now() - interval '7 days', w.sent, w.bounced, w.complained, w.failed from
    (select count(*) filter (where is_due and not is_campaign) as due, min(send_at) filter (where is_due and not is_campaign) as oldest_due_at,
      count(*) filter (where is_campaign) as of_campaigns from waiting) q,
    (select count(coalesce(sent_at, bounced_at)) as sent, count(bounced_at) as bounced, count(complained_at) as complained,
      count(*) filter (where status = 'failed' and bounced_at is null) as failed from week) w
$$;
comment on function message_health is 'never null: due, of_campaigns, since, sent, bounced, complained, failed';
grant execute on function message_health() to authenticated, service_role;

-- Reasons of waiting messages, and of those skipped in the last seven days.
create function message_reason_counts() returns table (is_waiting boolean, reason text, messages bigint, next_at timestamptz)
language sql stable set search_path = public as $$
  select true, waits_because, count(*), min(send_at) from scheduled_messages
  where status in ('scheduled', 'held_quiet') and waits_because is not null group by 2
  union all
  select false, skip_reason, count(*), null from scheduled_messages
  where status in ('skipped', 'canceled') and send_at between now() - interval '7 days' and now() group by 2
$$;
comment on function message_reason_counts is 'never null: is_waiting, messages';
grant execute on function message_reason_counts() to authenticated;
