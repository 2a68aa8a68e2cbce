-- Writes one event for triggers and functions of modules. An event of a deleted contact is dropped: no subscriber could use it.
create function private.emit_event(
  type text, contact uuid, entity_type text, entity uuid, payload jsonb default '{}', is_demo boolean default false, once_key text default null
) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.domain_events (type, contact_id, household_id, entity_type, entity_id, payload, is_demo, once_key)
  select emit_event.type, c.id, c.household_id, emit_event.entity_type, emit_event.entity, jsonb_strip_nulls(emit_event.payload),
    emit_event.is_demo, emit_event.once_key
  from (select 1) always left join public.contacts c on c.id = emit_event.contact
  where emit_event.contact is null or c.id is not null
  on conflict do nothing
$$;

-- The next events after a position, oldest first. `horizon`: an xmin of the caller's transaction. All transactions
-- below it have ended, so an event that commits later always sorts after the position. A node of release 1.0.0 passes
-- no horizon.
create function next_events(
  after_transaction xid8, after_id bigint, types text[], most integer, horizon xid8 default pg_snapshot_xmin(pg_current_snapshot())
) returns setof domain_events
language sql stable set search_path = '' as $$
  select e.* from public.domain_events e
  where (e.transaction_id, e.id) > (after_transaction, after_id)
    and e.transaction_id < horizon
    and e.type = any (types)
  order by e.transaction_id, e.id limit most
$$;
grant execute on function next_events(xid8, bigint, text[], integer, xid8) to service_role;

-- Moves a cursor that has read all its events below the horizon past the events of other types. Without such events it
-- writes nothing.
create function pass_other_events(subscriber text, horizon xid8) returns void
language sql volatile set search_path = '' as $$
  update public.event_cursors c set transaction_id = e.transaction_id, event_id = e.id, updated_at = now()
  from (
    select d.transaction_id, d.id from public.domain_events d where d.transaction_id < horizon
    order by d.transaction_id desc, d.id desc limit 1) e
  where c.subscriber = pass_other_events.subscriber and (e.transaction_id, e.id) > (c.transaction_id, c.event_id)
$$;
grant execute on function pass_other_events(text, xid8) to service_role;

-- A new subscriber starts at the current transaction horizon: older events are not replayed.
create function ensure_event_cursor(subscriber text) returns void
language sql volatile set search_path = '' as $$
  insert into public.event_cursors (subscriber, transaction_id, event_id)
  select ensure_event_cursor.subscriber, pg_snapshot_xmin(pg_current_snapshot()), 0
  on conflict do nothing
$$;
grant execute on function ensure_event_cursor(text) to service_role;

-- After a logical restore into another cluster, transaction ids restart. All events and cursors then get transaction id 0, and
-- events are ordered by id.
create function renumber_restored_events() returns void
language plpgsql volatile set search_path = '' as $$
declare
  present constant xid8 := pg_snapshot_xmax(pg_current_snapshot());
begin
  if not exists (select from public.domain_events e where e.transaction_id > present)
    and not exists (select from public.event_cursors c where c.transaction_id > present) then
    return;
  end if;
  -- The event id of a cursor that has read no event is 0.
  update public.event_cursors c set transaction_id = '0', event_id = case when c.event_id > 0 then c.event_id else coalesce(
    (select max(e.id) from public.domain_events e where e.transaction_id < c.transaction_id), 0) end;
  update public.domain_events e set transaction_id = '0';
end
$$;
grant execute on function renumber_restored_events() to service_role;

-- Deletes events that are older than 13 months, the longest period of a report.
create function prune_events() returns void
language sql volatile set search_path = '' as $$
  delete from public.domain_events e where e.occurred_at < now() - interval '13 months'
$$;
grant execute on function prune_events() to service_role;
