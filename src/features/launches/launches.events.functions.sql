-- Events of launches, and their entries in the contact's timeline.
create function private.emit_launch_event(type text, participant launch_participants, more jsonb default '{}') returns void
language sql volatile security definer set search_path = '' as $$
  select private.emit_event(emit_launch_event.type, participant.contact_id, 'launch', participant.launch_id,
    jsonb_build_object('launch_id', participant.launch_id, 'launch_participant_id', participant.id) || more, participant.is_demo)
$$;
grant execute on function private.emit_launch_event(text, launch_participants, jsonb) to service_role;

create function emit_participant_event() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  happened constant text := case when tg_op = 'INSERT' then 'joined' else 'opted_out' end;
begin
  perform private.emit_launch_event('launch.' || happened, new);
  if not new.is_demo then
    insert into public.activities (type, happened_at, actor_kind, actor_id, contact_id, related_type, related_id, title_cache)
    select 'launch.' || happened, clock_timestamp(), 'contact', new.contact_id, new.contact_id, 'launch', l.id, l.title
    from public.launches l where l.id = new.launch_id;
  end if;
  return null;
end
$$;
create trigger emit_joined after insert on launch_participants for each row execute function emit_participant_event();
create trigger emit_opted_out after update of status on launch_participants
  for each row when (old.status <> 'opted_out' and new.status = 'opted_out') execute function emit_participant_event();

create function emit_content_completed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.emit_launch_event('launch.content_completed', p, jsonb_build_object('content_id', new.content_id))
  from public.launch_participants p where p.id = new.participant_id;
  return null;
end
$$;
create trigger emit_completed after update of completed_at on launch_progress
  for each row when (old.completed_at is null and new.completed_at is not null) execute function emit_content_completed();

-- Emits due events once per participant: opened contents, then the cart. Returns the size of the batch. Its rows are
-- locked until the commit, and the pages of these participants write to them. Indexed columns preselect the batch,
-- because the state function is too slow for all participants; it then decides within the batch.
create function private.announce_launch_contents(most integer) returns integer
language sql volatile security definer set search_path = '' as $$
  with due as materialized (
    select g.id, l, p from public.launch_progress g
    join public.launch_participants p on p.id = g.participant_id and not p.is_demo and p.status <> 'opted_out'
    join public.launches l on l.id = p.launch_id and l.status not in ('draft', 'ended', 'archived') and l.prelaunch_at <= now()
    where g.announced_at is null and g.opens_at <= now()
      and coalesce(coalesce(p.cart_closes_at, l.cart_closes_at) + interval '168 hours' > now(), true)
    order by g.opens_at limit most for update of g skip locked),
  opened as (
    update public.launch_progress g set announced_at = now() from due
    where due.id = g.id and private.launch_phase(due.l, due.p, now()) in ('prelaunch', 'cart_open', 'cart_closed')
    returning due.p as participant, g.content_id)
  select count(*)::integer from (
    select private.emit_launch_event('launch.content_available', o.participant, jsonb_build_object('content_id', o.content_id)) from opened o) e
$$;

create function private.announce_launch_carts(most integer) returns integer
language sql volatile security definer set search_path = '' as $$
  with due as materialized (
    select p.id, c.announces, l, p
    from public.launch_participants p join public.launches l on l.id = p.launch_id and l.price_id is not null
    cross join lateral (select coalesce(p.cart_closes_at, l.cart_closes_at) as closes) w
    cross join lateral (select case when w.closes - interval '24 hours' <= now() then 'cart_closing' else 'cart_opened' end as announces) c
    where p.announced not in ('cart_closing', c.announces) and not p.is_demo and p.status in ('joined', 'active')
      and l.status not in ('draft', 'ended', 'archived') and l.prelaunch_at <= now()
      and coalesce(p.cart_opens_at, l.cart_opens_at) <= now() and w.closes > now()
    order by p.id limit most for update of p skip locked),
  announced as (
    update public.launch_participants p set announced = due.announces from due
    where due.id = p.id and private.launch_cart(due.l, due.p, now()) = 'open' returning p as participant, due.announces)
  select count(*)::integer from (select private.emit_launch_event('launch.' || a.announces, a.participant) from announced a) e
$$;
grant execute on function private.announce_launch_contents(integer), private.announce_launch_carts(integer) to service_role;
