-- Participants of launches: their window, the opening times of their contents, and the access of their tokens.

create function launches_before_update() returns trigger language plpgsql set search_path = '' as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end
$$;
create trigger stamp_update before update on launches for each row execute function launches_before_update();
create trigger next_version before update on launch_contents for each row execute function next_version();
create trigger next_version before update on launch_participants for each row execute function next_version();
create trigger next_version before update on launch_comments for each row execute function next_version();

create function note_launch_move() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.launch_moves (launch_id, from_status, to_status) values (new.id, old.status, new.status);
  return null;
end
$$;
create trigger note_move after update of status on launches
  for each row when (old.status is distinct from new.status) execute function note_launch_move();

-- Sets the window of an evergreen launch on joining. Leaving and rejoining does not change it.
create function set_launch_window() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  launch constant public.launches := (select l from public.launches l where l.id = new.launch_id);
begin
  if launch.mode = 'evergreen' and new.cart_opens_at is null then
    new.cart_opens_at := greatest(new.joined_at, launch.prelaunch_at) + launch.cart_after_hours * interval '1 hour';
    new.cart_closes_at := new.cart_opens_at + launch.cart_hours * interval '1 hour';
  end if;
  return new;
end
$$;
create trigger set_window before insert or update of joined_at, cart_opens_at on launch_participants
  for each row execute function set_launch_window();

-- Updates the content rows of participants and their messages from the state function. After a change of one content
-- these are its messages, and those of contents whose opening time changed because of it.
create function private.sync_launch_participants(participants uuid[], changed_content uuid default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  moved uuid[];
begin
  if cardinality(participants) = 0 then return; end if;
  with synced as (
    insert into public.launch_progress as g (participant_id, content_id, opens_at)
    select p.id, c.content_id, c.opens_at
    from unnest(participants) p (id) cross join lateral private.launch_contents_at(p.id) c
    left join public.launch_progress g on g.participant_id = p.id and g.content_id = c.content_id
    where g.id is null or g.opens_at is distinct from c.opens_at
    order by p.id, c.content_id
    on conflict on constraint progress_already_recorded do update set opens_at = excluded.opens_at
      where g.opens_at is distinct from excluded.opens_at
    returning g.id)
  select array_agg(s.id) into moved from synced s;
  if changed_content is null then
    perform private.derive_messages_of('launch_participant', participants);
  end if;
  perform private.derive_messages_of('launch_content', array(
    select g.id from public.launch_progress g where g.participant_id = any (participants)
      and (changed_content is null or g.content_id = changed_content or g.id = any (moved))));
end
$$;
grant execute on function private.sync_launch_participants(uuid[], uuid) to service_role;

-- Runs once per statement, so that a batch or an import is a single call.
create function sync_joined_participants() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.sync_launch_participants(array(select a.id from added a where not a.is_demo));
  return null;
end
$$;
create trigger sync_joined after insert on launch_participants referencing new table as added
  for each statement execute function sync_joined_participants();

create function sync_changed_participants() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.sync_launch_participants(array(
    select a.id from after_change a join before_change b on b.id = a.id
    where not a.is_demo and (b.status, b.joined_at, b.cart_opens_at, b.cart_closes_at, b.contact_id, b.email)
      is distinct from (a.status, a.joined_at, a.cart_opens_at, a.cart_closes_at, a.contact_id, a.email)));
  return null;
end
$$;
create trigger sync_changed after update on launch_participants referencing old table as before_change new table as after_change
  for each statement execute function sync_changed_participants();

-- Completing a content may open the next one; opening one cancels its reminder.
create function sync_launch_progress() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if old.completed_at is distinct from new.completed_at then
    perform private.sync_launch_participants(array[new.participant_id]);
  else
    perform private.derive_messages('launch_content', new.id);
  end if;
  return null;
end
$$;
create trigger sync_participant after update of first_open_at, completed_at, notify_asked_at on launch_progress
  for each row when ((old.first_open_at, old.completed_at, old.notify_asked_at)
    is distinct from (new.first_open_at, new.completed_at, new.notify_asked_at))
  execute function sync_launch_progress();

-- Enqueues a job that updates participants in batches after their launch or one of its contents changed.
create function enqueue_launch_sync() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  changed constant jsonb := coalesce(to_jsonb(new), to_jsonb(old));
  launch constant uuid := case when tg_table_name = 'launches' then changed ->> 'id' else changed ->> 'launch_id' end;
  content constant text := case when tg_table_name = 'launch_contents' then changed ->> 'id' end;
begin
  if exists (select from public.launch_participants p where p.launch_id = launch and not p.is_demo)
    or exists (select from public.launch_waitlist w join public.launches l on w.launch_id in (l.id, l.cloned_from_id) where l.id = launch) then
    perform jobs.enqueue('sync_launch', json_build_object('launch', launch, 'content', content), concat_ws(':', 'sync_launch', launch, content),
      priority => 10);
  end if;
  return null;
end
$$;
create trigger sync_participants after update on launches for each row
  when ((old.status, old.tz, old.prelaunch_at, old.cart_opens_at, old.cart_closes_at, old.price_id)
    is distinct from (new.status, new.tz, new.prelaunch_at, new.cart_opens_at, new.cart_closes_at, new.price_id))
  execute function enqueue_launch_sync();
create trigger sync_participants after insert or update or delete on launch_contents for each row execute function enqueue_launch_sync();

-- Updates the next batch of participants after an id, after a change of one content or of the launch. Returns the last id; null at the end.
create function sync_launch_batch(launch uuid, after_id uuid, most integer, content uuid default null) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  batch constant uuid[] := array(select p.id from public.launch_participants p
    where p.launch_id = sync_launch_batch.launch and not p.is_demo and (after_id is null or p.id > after_id) order by p.id limit most);
begin
  perform private.sync_launch_participants(batch, content);
  return batch[cardinality(batch)];
end
$$;
grant execute on function sync_launch_batch(uuid, uuid, integer, uuid) to service_role;

-- The access that a cookie token grants: ok, unknown, revoked, ended (the pages are closed) or device (a mailed code is
-- required).
create function private.launch_access(launch uuid, key text, device text) returns table (participant_id uuid, state text)
language sql stable security definer set search_path = '' as $$
  select p.id, case
      when k.revoked_at is not null then 'revoked'
      when private.launch_phase(l, p, now()) in ('draft', 'ended', 'archived') then 'ended'
      when exists (select from public.launch_devices d where d.participant_id = p.id and d.device_hash = public.link_hash(device)) then 'ok'
      when (select count(*) from public.launch_devices d where d.participant_id = p.id) >= 5 then 'device'
      else 'ok' end
  from public.launch_tokens k
  join public.launch_participants p on p.id = k.participant_id and p.launch_id = launch_access.launch
  join public.contacts c on c.id = p.contact_id
  join public.launches l on l.id = p.launch_id
  -- A participation that a merge could not move, because the winner also participates, remains accessible by the links
  -- of that participation.
  where (c.deleted_at is null or exists (select from public.contacts w where w.id = c.merged_into_id and w.deleted_at is null))
    and k.token_hash = public.link_hash(key)
$$;
grant execute on function private.launch_access(uuid, text, text) to service_role;

-- When access by token expires, as shown on pages.
create function private.launch_open_until(launch launches, participant launch_participants) returns timestamptz
language sql stable set search_path = '' as $$
  select coalesce(participant.cart_closes_at, launch.cart_closes_at) + interval '168 hours'
$$;
grant execute on function private.launch_open_until(launches, launch_participants) to service_role;

-- Marks the next batch of participants whose cart closed without an order as lapsed, and reactivates those with a later
-- closing time. Returns the size of the batch. Its rows are locked until the commit, and the pages of these
-- participants write to them.
create function settle_launch_participants(most integer) returns integer
language sql volatile security definer set search_path = '' as $$
  with due as (
    select p.id, case when w.is_over then 'lapsed' when p.last_seen_at is null then 'joined' else 'active' end as status
    from public.launch_participants p
    join public.launches l on l.id = p.launch_id and l.price_id is not null
    cross join lateral (select coalesce(p.cart_closes_at, l.cart_closes_at) <= now() as is_over) w
    where not p.is_demo
      and (w.is_over and p.status in ('joined', 'active') and l.status not in ('draft', 'archived')
        or not w.is_over and p.status = 'lapsed' and l.status in ('prelaunch', 'cart_open', 'cart_closed'))
    order by p.id limit most for update of p skip locked),
  settled as (update public.launch_participants p set status = due.status from due where due.id = p.id returning 1)
  select count(*)::integer from settled
$$;
comment on function settle_launch_participants is 'never null';
grant execute on function settle_launch_participants(integer) to service_role;

-- Applies scheduled status transitions of launches. Runs every minute; idempotent.
create function move_launches() returns void
language sql volatile security definer set search_path = '' as $$
  update public.launches l set status = m.phase from (
    select l.id, case when p.phase = 'ended' and exists (
        select from public.launch_participants o where o.launch_id = l.id and o.cart_closes_at + interval '168 hours' > now())
      then 'cart_closed' else p.phase end as phase
    from public.launches l, lateral (select private.launch_phase(l, null, now()) as phase) p
    where l.status in ('prelaunch', 'cart_open', 'cart_closed') and not l.is_demo) m
  where m.id = l.id and m.phase in ('prelaunch', 'cart_open', 'cart_closed', 'ended') and m.phase <> l.status;

  select public.settle_launch_participants(50);
  select private.announce_launch_contents(50);
  select private.announce_launch_carts(50);
$$;
grant execute on function move_launches() to service_role;
