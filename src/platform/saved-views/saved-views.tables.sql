-- Saved views: names for query strings. The rows are subject to the reader's own policies.
create table saved_views (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  entity text not null constraint unknown_view_entity check (entity in ('contacts', 'opportunities', 'tasks')),
  name text not null constraint view_name_length check (char_length(btrim(name)) between 1 and 60),
  -- {"search": "f=lifecycle:is:lead&sort=name"}: the query string.
  query jsonb not null default '{"search": ""}' constraint view_query_invalid
    check (jsonb_typeof(query) = 'object' and jsonb_typeof(query -> 'search') = 'string' and char_length(query ->> 'search') <= 4000),
  -- Shared with all staff.
  shared boolean not null default false,
  position integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  version integer not null default 1,
  constraint view_name_taken unique (user_id, entity, name)
);
create index saved_views_shared on saved_views (entity) where shared;
