-- The state function of launches: what is open for a participant at an instant. Mirrors launch-clock.ts; a test
-- compares the two.

-- Windows are half-open: at the closing instant the cart is closed.
create function private.launch_phase(launch launches, participant launch_participants, at timestamptz) returns text
language sql stable set search_path = '' as $$
  select case
    when launch.status in ('draft', 'ended', 'archived') then launch.status
    when launch.prelaunch_at is null or at < launch.prelaunch_at then 'waiting'
    when w.opens is null or w.closes is null or at < w.opens then 'prelaunch'
    when at < w.closes then 'cart_open'
    when at < w.closes + interval '168 hours' then 'cart_closed'
    else 'ended' end
  from (select coalesce(participant.cart_opens_at, launch.cart_opens_at) as opens, coalesce(participant.cart_closes_at, launch.cart_closes_at) as closes) w
$$;

create function private.launch_cart(launch launches, participant launch_participants, at timestamptz) returns text
language sql stable set search_path = '' as $$
  select case
    when participant.status = 'buyer' then 'bought'
    when launch.price_id is null then 'none'
    when participant.status = 'opted_out' then 'left'
    when p.phase = 'cart_open' then 'open'
    when p.phase in ('cart_closed', 'ended', 'archived') then 'closed'
    else 'before' end
  from (select private.launch_phase(launch, participant, at) as phase) p
$$;

-- The state of every content of a participant, in order.
create function private.launch_contents_at(participant uuid, at timestamptz default now())
returns table (content_id uuid, state text, opens_at timestamptz, closes_at timestamptz, waits_for uuid)
language sql stable security definer set search_path = '' as $$
  with who as (
    select p as participant, l as launch, p.joined_at, l.tz, l.prelaunch_at, private.launch_phase(l, p, launch_contents_at.at) as phase
    from public.launch_participants p join public.launches l on l.id = p.launch_id where p.id = launch_contents_at.participant),
  contents as (
    select c.*, g.first_open_at, g.completed_at from who w
    join public.launch_contents c on c.launch_id = (w.launch).id
    left join public.launch_progress g on g.participant_id = (w.participant).id and g.content_id = c.id),
  -- The prerequisites: required earlier contents, then the content that this release follows.
  needed as (
    select c.id, count(*) filter (where n.completed_at is null) > 0 as waits, max(n.completed_at) as since,
      (array_agg(n.id order by n.id = c.release_after and not (n.required_for_next and n.position < c.position), n.position)
        filter (where n.completed_at is null))[1] as waits_for
    from contents c join contents n
      on (n.required_for_next and n.position < c.position) or (c.release_kind = 'content' and n.id = c.release_after)
    group by c.id),
  opening as (
    select c.*, w.phase, coalesce(n.waits, false) as waits, n.waits_for as waits_for_id,
      case when not coalesce(n.waits, false) then greatest(n.since, w.prelaunch_at, case c.release_kind
        when 'at' then c.release_at
        when 'hours' then w.joined_at + c.release_hours * interval '1 hour'
        when 'day' then ((w.joined_at at time zone w.tz)::date + c.release_day + c.release_time) at time zone w.tz end) end as opens
    from contents c cross join who w left join needed n on n.id = c.id),
  timed as (
    select o.*, case when not o.waits then least(o.expires_at, o.opens + o.expires_hours * interval '1 hour') end as closes from opening o)
  select t.id, case
      when t.phase in ('ended', 'archived') then 'expired'
      when t.waits or t.phase in ('draft', 'waiting') or launch_contents_at.at < t.opens then 'locked'
      when launch_contents_at.at >= t.closes then 'expired'
      when t.completed_at is not null then 'completed'
      when t.first_open_at is not null then 'started'
      else 'available' end,
    t.opens, t.closes, t.waits_for_id
  from timed t order by t.position
$$;
grant execute on function private.launch_phase(launches, launch_participants, timestamptz),
  private.launch_cart(launches, launch_participants, timestamptz), private.launch_contents_at(uuid, timestamptz) to service_role;
