-- Domain events: what happened, written in the transaction of the change. Modules read them later through the dispatcher.

-- Who causes an event. A run of an automation names itself in the claims of its transaction.
create function private.event_actor_kind() returns text
language sql stable set search_path = '' as $$
  select case
    when auth.jwt() ? 'automation_run' then 'automation'
    when auth.uid() is null then 'system'
    else 'user' end
$$;

create function private.event_cause() returns uuid
language sql stable set search_path = '' as $$
  select (auth.jwt() ->> 'automation_run')::uuid
$$;

-- How many events led to this one: an event of a run is one deeper than the event that started the run.
create function private.event_depth() returns smallint
language sql stable set search_path = '' as $$
  select coalesce((auth.jwt() ->> 'event_depth')::smallint, -1::smallint) + 1::smallint
$$;

create table domain_events (
  id bigint generated always as identity primary key,
  type text not null constraint event_type_form check (type ~ '^[a-z_]+\.[a-z_]+$'),
  occurred_at timestamptz not null default clock_timestamp(),
  actor_kind text not null default private.event_actor_kind() constraint unknown_event_actor check (actor_kind in ('user', 'system', 'automation')),
  -- No foreign key: the event outlives the user.
  actor_id uuid default auth.uid(),
  contact_id uuid references contacts (id) on delete cascade,
  household_id uuid references households (id) on delete set null,
  entity_type text not null,
  entity_id uuid not null,
  -- No personal text: subscribers read the entity, which may be erased.
  payload jsonb not null default '{}' constraint event_payload_is_an_object check (jsonb_typeof(payload) = 'object'),
  caused_by uuid default private.event_cause(),
  depth smallint not null default private.event_depth(),
  -- Of an event that time causes: once per key.
  once_key text constraint event_already_there unique,
  -- The writing transaction. A cursor reads only transactions that have ended, whatever the order of their commits.
  transaction_id xid8 not null default pg_current_xact_id(),
  is_demo boolean not null default false
);
create index domain_events_in_order on domain_events (transaction_id, id);
create index domain_events_of_contact on domain_events (contact_id, occurred_at desc);
create index domain_events_of_entity on domain_events (entity_type, entity_id);
create index domain_events_by_type on domain_events (type, occurred_at);

-- How far a subscriber has read. The failing event is retried before the cursor moves on.
create table event_cursors (
  subscriber text primary key constraint subscriber_form check (subscriber ~ '^[a-z][a-z0-9_.-]{1,60}$'),
  transaction_id xid8 not null,
  event_id bigint not null,
  failing_event_id bigint,
  attempts integer not null default 0,
  retry_at timestamptz,
  last_error text,
  updated_at timestamptz not null default now()
);

-- Events that a subscriber could not process, for the owner. The cursor has passed them.
create table event_failures (
  id uuid primary key default gen_random_uuid(),
  subscriber text not null,
  event_id bigint not null references domain_events (id) on delete cascade,
  error text not null,
  failed_at timestamptz not null default now(),
  constraint event_failed_already unique (subscriber, event_id)
);
