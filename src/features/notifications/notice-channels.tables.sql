-- Channels of a notice beside the bell: the daily digest by mail, and browser push.
alter table notification_preferences
  add column digest boolean not null default true,
  add column push boolean not null default false;
-- Types that were muted before there were channels stay silent.
update notification_preferences set digest = in_app;

-- A user's daily mail. Without a row it is on, in the zone of Israel.
create table staff_digests (
  user_id uuid primary key references auth.users (id) on delete cascade,
  is_on boolean not null default true,
  -- IANA name. An unknown one counts as Israel.
  zone text not null default 'Asia/Jerusalem' constraint digest_zone_form check (zone ~ '^[A-Za-z]+(/[A-Za-z0-9_+-]+){0,2}$'),
  -- The user's day of the last digest: it is written once a day, whichever node does it.
  last_day date,
  version integer not null default 1
);

-- Notices that wait for another channel than the bell. The id is that of the notification, which a muted bell does not have.
create table channel_notices (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  type text not null,
  title text not null,
  message text not null,
  severity text not null,
  related_entity_type text,
  related_entity_id uuid,
  in_bell boolean not null,
  for_digest boolean not null,
  for_push boolean not null,
  created_at timestamptz not null default now()
);
create index channel_notices_of_user on channel_notices (user_id, created_at);

insert into email_kinds (kind, tokens, has_link) values ('staff_digest', '{businessName,digestSummary,digestNotices}', true);
