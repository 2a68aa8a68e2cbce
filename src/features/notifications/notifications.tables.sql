-- Notifications of a user. Written by the product, read and dismissed by the user.
create table notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  type text not null,
  title text not null,
  message text not null default '',
  severity text not null default 'medium' check (severity in ('low', 'medium', 'high', 'critical')),
  related_entity_type text,
  related_entity_id uuid,
  is_read boolean not null default false,
  created_at timestamptz not null default now(),
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  is_demo boolean not null default false
);
create index notifications_of_user on notifications (user_id, created_at desc);
create index notifications_unread on notifications (user_id) where not is_read;

alter table notifications replica identity full;
alter publication supabase_realtime add table notifications;

-- Muted kinds of notifications. Without a row, the kind is delivered.
create table notification_preferences (
  user_id uuid not null references auth.users (id) on delete cascade,
  type text not null check (type ~ '^[a-z_]+(\.[a-z_]+)*$' and length(type) <= 80),
  in_app boolean not null,
  version integer not null default 1,
  primary key (user_id, type)
);
