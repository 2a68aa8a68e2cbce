-- Snoozes an item; null ends the snooze. Deletes expired snoozes.
create function put_off(entity text, entity_id uuid, until timestamptz) returns void
language plpgsql volatile set search_path = public as $$
begin
  delete from snoozes s
  where s.user_id = auth.uid() and (s.until < now() or (s.entity_id = put_off.entity_id and put_off.until is null));
  if put_off.until is null then return; end if;
  insert into snoozes (entity, entity_id, until) values (put_off.entity, put_off.entity_id, put_off.until)
  on conflict on constraint snoozes_pkey do update set until = excluded.until;
end
$$;
comment on function put_off is 'takes null: until';

grant execute on function put_off(text, uuid, timestamptz) to authenticated;

-- The caller's day. Each open opportunity is read once, and only listed ones are sorted and expanded. Runs with the caller's rights. Owners
-- and admins see every stalled opportunity, others their own and unassigned ones. { "items": [...], "counts": { kind: count }, "figures":
-- {...} }. At most fifty items of a kind.
create function today() returns jsonb
language sql stable set search_path = public as $$
  with
  day as materialized (
    select auth.uid() as me, (now() at time zone 'Asia/Jerusalem')::date as today, has_role('owner', 'admin') as sees_to_all
  ),
  put_off as materialized (
    select s.entity_id from snoozes s where s.user_id = (select me from day) and s.until > now()
  ),
  -- The newest request per contact without a later activity. `offset 0`, here and below, forces index lookups; as a join the planner would
  -- read every contact and timeline.
  leads as materialized (
    select r.* from (
      select distinct on (r.contact_id) r.id, r.contact_id, r.opportunity_id, r.task_id, r.topic, r.message, r.created_at
      from contact_requests r
      where r.created_at > now() - interval '30 days'
      order by r.contact_id, r.created_at desc
    ) r
    where exists (select from contacts c where c.id = r.contact_id and c.deleted_at is null offset 0)
    and not exists (
      select from activities a
      where a.contact_id = r.contact_id and a.actor_kind = 'user' and a.happened_at > r.created_at and a.deleted_at is null
        -- An opened WhatsApp draft may not have been sent, so it is no reply.
        and not (a.type in ('whatsapp', 'email') and coalesce(a.payload ->> 'text', '') = ''
          and coalesce(a.payload ->> 'outcome', 'not_sent') = 'not_sent')
      offset 0
    )
  ),
  due as materialized (
    select t.*, task_due(t.due_date, t.due_at) as due
    from tasks t
    where t.user_id = (select me from day) and t.status in ('To Do', 'In Progress') and t.due_date <= (select today from day)
  ),
  open as materialized (
    select o.id, o.contact_id, o.stage_id, o.stage_entered_at, o.next_step_task_id, o.owner_id, o.amount_agorot
    from opportunities o
    where o.status = 'open' and o.deleted_at is null
  ),
  -- Thousands may be stale: all are counted, and only shown ones are processed further.
  still as materialized (
    select o.id, o.stage_entered_at, o.next_step_task_id is null as is_aimless
    from open o
    join pipeline_stages s on s.id = o.stage_id
    where (o.next_step_task_id is null or o.stage_entered_at <= now() - make_interval(days => s.rot_days))
      and ((select sees_to_all from day) or o.owner_id is null or o.owner_id = (select me from day))
      and o.id not in (select p.entity_id from put_off p)
      and not exists (select from leads l where l.opportunity_id = o.id)
      and not exists (select from due d where d.opportunity_id = o.id)
  ),
  longest as materialized (
    select o.id, o.contact_id, o.name, o.amount_agorot, l.stage_entered_at, l.is_aimless, s.name as stage, s.color, s.rot_days
    from (
      (select * from still where is_aimless order by stage_entered_at, id limit 50)
      union all
      (select * from still where not is_aimless order by stage_entered_at, id limit 50)
    ) l
    cross join lateral (select * from opportunities o where o.id = l.id offset 0) o
    join pipeline_stages s on s.id = o.stage_id
  ),
  -- Unpaid charges of the last half year. Payments settle the oldest debt first, except those for future charges.
  debtors as materialized (
    select d.contact_id,
      coalesce((
        select sum(case p.kind when 'payment' then p.amount_agorot else
          case when v.id is null then p.credited_agorot else 0 end - p.amount_agorot end)
        from payments p left join charges v on v.id = p.charge_id and v.voided_at is not null
        where p.contact_id = d.contact_id and p.status = 'captured' and p.voided_at is null and p.paid_on <= (select today from day)), 0)
      - coalesce((
        select sum(least(c.amount_agorot, coalesce(meant.sum, 0))) from charges c, lateral (
          select sum(p.amount_agorot) as sum from payments p
          where p.charge_id = c.id and p.kind = 'payment' and p.status = 'captured' and p.voided_at is null and p.paid_on <= (select today from day)) meant
        where c.contact_id = d.contact_id and c.voided_at is null and c.due_on >= (select today from day)), 0) as paid
    from (
      select distinct c.contact_id from charges c
      where c.voided_at is null and c.due_on < (select today from day) and c.due_on > (select today from day) - 183
    ) d
    where exists (select from contacts c where c.id = d.contact_id and c.deleted_at is null offset 0)
  ),
  behind as materialized (
    select o.contact_id, min(o.due_on) as due_on, max(o.owed) - max(o.paid) as late_agorot
    from (
      select c.contact_id, c.due_on, d.paid,
        sum(c.amount_agorot) over (partition by c.contact_id order by c.due_on, c.number, c.created_at, c.id) as owed
      from charges c join debtors d on d.contact_id = c.contact_id
      where c.voided_at is null and c.due_on < (select today from day)
    ) o
    where o.owed > o.paid and o.contact_id not in (select p.entity_id from put_off p)
    group by o.contact_id
  ),
  found (place, kind, id, contact_id, opportunity_id, task_id, title, words, since, due_date, due_at, type, priority, rrule,
      status, version, agorot, color, rot_days) as (
    select 2, 'lead', l.id, l.contact_id, l.opportunity_id, l.task_id, l.topic, l.message, l.created_at,
      null::date, null::timestamptz, null, null, null, null, null::integer, null::bigint, null, null::integer
    from leads l
    where l.id not in (select p.entity_id from put_off p)
    union all
    select case when w.kind = 'now' then 1 when w.kind = 'overdue' then 3 else 4 end, w.kind, d.id, d.contact_id, d.opportunity_id,
      d.id, d.name, null, d.due, d.due_date, d.due_at, d.type, d.priority, d.rrule, d.status, d.version, null, null, null
    from due d, lateral (
      select case
        when d.type = 'meeting' and d.due_at between now() - interval '1 hour' and now() + interval '2 hours' then 'now'
        when d.due < now() then 'overdue'
        else 'today'
      end as kind
    ) w
    where not exists (select from leads l where l.task_id = d.id)
    union all
    select case when s.is_aimless then 5 else 6 end, case when s.is_aimless then 'aimless' else 'rotting' end,
      s.id, s.contact_id, s.id, null, s.name, s.stage, s.stage_entered_at,
      null, null, null, null, null, null, null, s.amount_agorot, s.color, s.rot_days
    from longest s
    union all
    select 7, 'waiting', i.id, p.contact_id, null, null, s.name, null, (i.due_on + 1)::timestamp at time zone 'Asia/Jerusalem',
      null, null, null, null, null, null, null, null, null, null
    from process_stage_instances i
    join client_processes p on p.id = i.client_process_id and p.status = 'active'
    join process_stages s on s.id = i.process_stage_id
    where i.status = 'waiting_client' and i.due_on < (select today from day)
      and i.id not in (select x.entity_id from put_off x)
      and exists (select from contacts c where c.id = p.contact_id and c.deleted_at is null offset 0)
    union all
    select 8, 'payment', b.contact_id, b.contact_id, null, null, 'payment', null, (b.due_on + 1)::timestamp at time zone 'Asia/Jerusalem',
      null, null, null, null, null, null, null, b.late_agorot, null, null
    from behind b
  ),
  placed as (
    select f.*, row_number() over (partition by f.place order by (f.priority = 'high') desc nulls last, f.since, f.id) as nth
    from found f
  ),
  counted as (
    select f.kind, count(*) as of_kind from found f where f.kind not in ('aimless', 'rotting') group by f.kind
    union all
    select case when s.is_aimless then 'aimless' else 'rotting' end, count(*) from still s group by s.is_aimless
  ),
  shown as (
    select p.place, p.nth, jsonb_build_object(
        'kind', p.kind, 'id', p.id, 'task_id', p.task_id, 'opportunity_id', p.opportunity_id, 'title', p.title, 'words', p.words,
        'since', p.since, 'contact', case when c.id is not null then jsonb_build_object(
          'id', c.id, 'full_name', c.full_name,
          'phone', (select x.value_norm from contact_points x where x.contact_id = c.id and x.kind = 'phone' order by x.is_primary desc, x.created_at limit 1),
          'email', (select x.value_norm from contact_points x where x.contact_id = c.id and x.kind = 'email' order by x.is_primary desc, x.created_at limit 1)
        ) end)
      || case
        when p.version is not null then jsonb_build_object('due_date', p.due_date, 'due_at', p.due_at, 'type', p.type,
          'priority', p.priority, 'rrule', p.rrule, 'status', p.status, 'version', p.version)
        when p.color is not null then jsonb_build_object('amount_agorot', p.agorot, 'color', p.color, 'rot_days', p.rot_days)
        when p.agorot is not null then jsonb_build_object('late_agorot', p.agorot)
        else '{}'
      end as item
    from placed p
    left join lateral (select c.id, c.full_name from contacts c where c.id = p.contact_id offset 0) c on true
    where p.nth <= 50
  )
  select jsonb_build_object(
    'items', coalesce((select jsonb_agg(s.item order by s.place, s.nth) from shown s), '[]'),
    'counts', coalesce((select jsonb_object_agg(k.kind, k.of_kind) from counted k), '{}'),
    'figures', jsonb_build_object(
      'leads', (select count(*) from leads),
      'oldest_lead_at', (select min(l.created_at) from leads l),
      'open', (select count(*) from open),
      'open_agorot', (select coalesce(sum(o.amount_agorot), 0) from open o),
      'overdue', (select count(*) from due d where d.due < now()),
      'oldest_due', (select min(d.due_date) from due d where d.due < now())),
    'meetings', coalesce((
      select jsonb_agg(jsonb_build_object('id', m.id, 'kind', m.kind, 'name', m.name, 'due_at', m.due_at, 'is_done', m.is_done, 'join_url', m.join_url,
        'contact', case when c.id is not null then jsonb_build_object('id', c.id, 'full_name', c.full_name) end) order by m.due_at, m.id)
      from (
        select t.id, 'task' as kind, t.name, t.due_at, t.status = 'Done' as is_done, null as join_url, t.contact_id
        from tasks t
        where t.user_id = (select me from day) and t.type = 'meeting' and t.due_at is not null
          and t.due_date = (select today from day) and t.status <> 'Cancelled'
        union all
        select a.id, 'appointment', a.title, a.starts_at, a.status <> 'confirmed', a.join_url, a.contact_id
        from appointments a
        where a.user_id = (select me from day) and a.status in ('confirmed', 'completed', 'no_show')
          and a.starts_at >= (select today from day)::timestamp at time zone 'Asia/Jerusalem'
          and a.starts_at < ((select today from day) + 1)::timestamp at time zone 'Asia/Jerusalem') m
      left join contacts c on c.id = m.contact_id), '[]'))
$$;

grant execute on function today() to authenticated;

-- Leads by week, open opportunities by stage, won opportunities by month, limited to what the caller can see.
create function today_charts() returns jsonb
language sql stable set search_path = public as $$
  with day as materialized (select (now() at time zone 'Asia/Jerusalem')::date as today)
  select jsonb_build_object(
    'weeks', (
      select jsonb_agg(jsonb_build_object('starts_on', w.starts_on, 'requests', (
        select count(*) from contact_requests r
        where r.created_at >= w.starts_on::timestamp at time zone 'Asia/Jerusalem'
          and r.created_at < (w.starts_on + 7)::timestamp at time zone 'Asia/Jerusalem')) order by w.starts_on)
      from (
        select d.today - extract(dow from d.today)::integer - 7 * n as starts_on from day d, generate_series(0, 11) n
      ) w),
    'stages', (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'color', s.color,
        'count', coalesce(o.count, 0), 'sum_agorot', coalesce(o.sum_agorot, 0)) order by s.position), '[]')
      from pipeline_stages s
      join pipelines p on p.id = s.pipeline_id and p.is_default
      left join (
        select o.stage_id, count(*) as count, sum(o.amount_agorot) as sum_agorot
        from opportunities o where o.status = 'open' and o.deleted_at is null group by o.stage_id
      ) o on o.stage_id = s.id
      where s.kind = 'open'),
    'months', (
      select jsonb_agg(jsonb_build_object('starts_on', m.starts_on, 'won', w.won, 'sum_agorot', w.sum_agorot) order by m.starts_on)
      from (
        select (date_trunc('month', d.today) - make_interval(months => n))::date as starts_on from day d, generate_series(0, 5) n
      ) m, lateral (
        select count(*) as won, coalesce(sum(o.amount_agorot), 0) as sum_agorot
        from opportunities o
        where o.status = 'won' and o.deleted_at is null
          and o.closed_at >= m.starts_on::timestamp at time zone 'Asia/Jerusalem'
          and o.closed_at < (m.starts_on + interval '1 month') at time zone 'Asia/Jerusalem'
      ) w))
$$;

grant execute on function today_charts() to authenticated;
