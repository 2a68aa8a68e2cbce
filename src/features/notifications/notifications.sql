-- What a user should hear of. Written by the product, read and put away by the one it is for.
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

alter table notifications enable row level security;
grant select, delete, update (is_read) on notifications to authenticated;

create policy "a user sees their own notifications" on notifications for select to authenticated
  using (user_id = (select auth.uid()));
create policy "a user marks their own notifications" on notifications for update to authenticated
  using (user_id = (select auth.uid()));
create policy "a user deletes their own notifications" on notifications for delete to authenticated
  using (user_id = (select auth.uid()));

alter table notifications replica identity full;
alter publication supabase_realtime add table notifications;
