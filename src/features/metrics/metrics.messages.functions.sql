-- Message anchor of a period: 9:00 on the day after the period, while its value is missing. Past periods of a metric
-- added later trigger no reminders.
create function private.message_anchors_of_metric(period uuid)
returns table (anchor text, at timestamptz, expires_at timestamptz, contact_id uuid, to_value text, is_partner boolean)
language sql stable security definer set search_path = '' as $$
  select 'due', (p.due_on + time '09:00') at time zone 'Asia/Jerusalem', (p.due_on + time '09:00') at time zone 'Asia/Jerusalem' + interval '3 days',
    c.id, null::text, false
  from public.metric_periods p
  join public.metrics m on m.id = p.metric_id and m.ended_at is null and not m.is_demo
  join public.contacts c on c.id = m.contact_id and c.deleted_at is null and c.client_user_id is not null
  where p.id = period and p.reported_at is null and p.due_on >= (m.created_at at time zone 'Asia/Jerusalem')::date
$$;

create function derive_period_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('metric', coalesce(new.id, old.id));
  return null;
end
$$;
create trigger derive_messages after update on metric_periods
  for each row when (old.reported_at is distinct from new.reported_at) execute function derive_period_messages();
create trigger derive_messages_of_deleted after delete on metric_periods
  for each row when (old.reported_at is null) execute function derive_period_messages();

create function derive_metric_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('metric', p.id) from public.metric_periods p where p.metric_id = new.id and p.reported_at is null;
  return null;
end
$$;
create trigger derive_messages after update on metrics
  for each row when (old.ended_at is distinct from new.ended_at) execute function derive_metric_messages();

-- The merge values of the reminder; no row if the period no longer exists.
create function metric_message_facts(period uuid) returns table (name text, every text, starts_on date)
language sql stable security definer set search_path = '' as $$
  select m.name, m.every, p.starts_on from public.metric_periods p join public.metrics m on m.id = p.metric_id where p.id = period
$$;
comment on function metric_message_facts is 'never null';
revoke execute on function metric_message_facts(uuid) from public;
grant execute on function metric_message_facts(uuid) to service_role;
