create trigger next_version before update on metrics for each row execute function next_version();

-- Whether the caller is a member of staff who can request metrics from the contact and read them.
create function may_ask_metrics(contact uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select public.has_role('owner', 'admin') or (public.has_role('coach') and contact in (select public.my_contact_ids()))
$$;
comment on function may_ask_metrics is 'never null';
grant execute on function may_ask_metrics(uuid) to authenticated, service_role;

-- Whether a client can see and report a metric: its contact, or the partner if the metric is shared.
create function private.metric_is_of(metric metrics, contact uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select metric.contact_id = contact or metric.shared_with = 'household' and exists (
    select from public.contacts o join public.contacts c on c.id = contact and c.household_id = o.household_id and c.household_role = 'partner'
    where o.id = metric.contact_id and o.household_role = 'partner' and o.deleted_at is null)
$$;

create function private.metric_period_start(every text, day date) returns date
language sql immutable set search_path = '' as $$
  select case every when 'week' then date_trunc('week', day + 1)::date - 1 else date_trunc('month', day)::date end
$$;

-- Adds missing periods until today, and schedules reminders of periods without a value.
create function private.open_periods_of(metric metrics) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  step constant interval := case metric.every when 'week' then interval '7 days' else interval '1 month' end;
begin
  insert into public.metric_periods (metric_id, starts_on, due_on)
  select metric.id, day::date, (day + step)::date
  from generate_series(private.metric_period_start(metric.every, metric.starts_on)::timestamp,
    (now() at time zone 'Asia/Jerusalem')::date::timestamp, step) day
  on conflict (metric_id, starts_on) do nothing;
  perform private.derive_messages('metric', p.id) from public.metric_periods p
  where p.metric_id = metric.id and p.reported_at is null and p.due_on >= (now() at time zone 'Asia/Jerusalem')::date;
end
$$;

create function open_metric_periods() returns void
language sql volatile security definer set search_path = '' as $$
  select private.open_periods_of(m) from public.metrics m where m.ended_at is null order by m.id
$$;
revoke execute on function open_metric_periods() from public;
grant execute on function open_metric_periods() to service_role;

create function open_first_periods() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.open_periods_of(new);
  return null;
end
$$;
create trigger open_periods after insert on metrics for each row execute function open_first_periods();

-- A contact's metrics for staff, without values: the metric, and the number of reported and missing values.
create function client_metrics(contact uuid) returns table (id uuid, name text, unit text, every text, starts_on date, shared_with text,
  ended_at timestamptz, version integer, reported bigint, missing bigint, last_on date)
language sql stable security definer set search_path = '' as $$
  select m.id, m.name, m.unit, m.every, m.starts_on, m.shared_with, m.ended_at, m.version,
    count(*) filter (where p.reported_at is not null),
    count(*) filter (where p.reported_at is null and p.due_on <= (now() at time zone 'Asia/Jerusalem')::date and m.ended_at is null),
    max(p.starts_on) filter (where p.reported_at is not null)
  from public.metrics m left join public.metric_periods p on p.metric_id = m.id
  where m.contact_id = contact and public.may_ask_metrics(contact)
  group by m.id order by m.ended_at nulls first, m.created_at, m.id
$$;
comment on function client_metrics is 'never null: id, name, unit, every, starts_on, shared_with, version, reported, missing';
grant execute on function client_metrics(uuid) to authenticated;

-- The unit and encryption owner of a period to report; refused for other contacts, after the metric ended, and before the period began.
create function metric_to_report(period uuid, contact uuid) returns table (unit text, sealed_for uuid)
language plpgsql volatile security definer set search_path = '' as $$
declare
  asked public.metrics;
begin
  select m.* into asked from public.metric_periods p join public.metrics m on m.id = p.metric_id where p.id = period for update of p;
  if asked.id is null or not private.metric_is_of(asked, contact) then raise sqlstate 'PT404' using message = 'metric_gone'; end if;
  if asked.ended_at is not null then raise sqlstate 'PT409' using message = 'metric_ended'; end if;
  return query select asked.unit, coalesce(case when asked.shared_with = 'household' then c.household_id end, c.id)
    from public.contacts c where c.id = asked.contact_id;
end
$$;
comment on function metric_to_report is 'never null';
revoke execute on function metric_to_report(uuid, uuid) from public;
grant execute on function metric_to_report(uuid, uuid) to service_role;

-- The metrics that a client can see, with their periods.
create function metrics_of_member(contact uuid) returns table (metric_id uuid, period_id uuid)
language sql stable security definer set search_path = '' as $$
  select m.id, p.id from public.metrics m join public.metric_periods p on p.metric_id = m.id where private.metric_is_of(m, contact)
$$;
revoke execute on function metrics_of_member(uuid) from public;
grant execute on function metrics_of_member(uuid) to service_role;

-- The data of the link's page; null if the metric was deleted or has ended.
create function private.action_facts_of_metric(period uuid, contact uuid, made_at timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when p.reported_at is not null then jsonb_build_object('state', 'done')
    else jsonb_build_object('name', m.name, 'unit', m.unit, 'every', m.every, 'startsOn', p.starts_on) end
  from public.metric_periods p join public.metrics m on m.id = p.metric_id
  where p.id = period and m.ended_at is null and private.metric_is_of(m, contact)
$$;
