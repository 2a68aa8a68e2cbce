-- The timeline: all activities of a contact, from every module. Dated by clock_timestamp(), so that activities of one transaction keep
-- their order.
create table activities (
  id uuid primary key default gen_random_uuid(),
  type text not null check (type ~ '^[a-z_]+(\.[a-z_]+)?$'),
  happened_at timestamptz not null default clock_timestamp(),
  actor_kind text not null default 'user' check (actor_kind in ('user', 'contact', 'system', 'automation')),
  -- No foreign key: the entry outlives the user.
  actor_id uuid default auth.uid(),
  contact_id uuid not null references contacts (id) on delete cascade,
  opportunity_id uuid references opportunities (id) on delete set null,
  related_type text,
  related_id uuid,
  title_cache text not null default '' constraint activity_title_length check (char_length(title_cache) <= 200),
  payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object'),
  visibility text not null default 'staff' check (visibility in ('staff', 'client')),
  pinned_at timestamptz,
  is_demo boolean not null default false,
  version integer not null default 1,
  deleted_at timestamptz
);
create index activities_of_contact on activities (contact_id, happened_at desc);
create index activities_of_opportunity on activities (opportunity_id, happened_at desc);

alter table activities replica identity full;
alter publication supabase_realtime add table activities;

create index activities_pinned on activities (contact_id, pinned_at desc) where pinned_at is not null and deleted_at is null;
