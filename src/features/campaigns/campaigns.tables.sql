-- Mail campaigns: drafted, scheduled, sent in batches, paused, resumed, reported.
create table campaigns (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint campaign_name_length check (char_length(btrim(name)) between 1 and 120),
  subject text not null default '' constraint campaign_subject_length check (char_length(subject) <= 120 and subject !~ '[\r\n]'),
  preheader text not null default '' constraint campaign_preheader_length check (char_length(preheader) <= 200 and preheader !~ '[\r\n]'),
  blocks jsonb not null default '[]'
    constraint campaign_blocks_shape check (jsonb_typeof(blocks) = 'array' and jsonb_array_length(blocks) <= 40)
    constraint campaign_too_long check (octet_length(blocks::text) <= 60000),
  -- The audience: confirmed subscribers of these lists, and contacts in these lifecycle stages.
  list_ids uuid[] not null default '{}' constraint too_many_lists check (cardinality(list_ids) <= 50),
  lifecycles text[] not null default '{}' constraint unknown_lifecycle
    check (lifecycles <@ array['subscriber', 'lead', 'qualified', 'client', 'past_client']),
  -- And contacts that match a saved view. Its conditions are copied, so that a later change of the view changes no campaign:
  -- [{"viewId", "name", "groups"}], groups as in contact_filter.
  segments jsonb not null default '[]'
    constraint campaign_segments_shape check (jsonb_typeof(segments) = 'array' and jsonb_array_length(segments) <= 10
      and octet_length(segments::text) <= 20000),
  status text not null default 'draft' constraint unknown_campaign_status
    check (status in ('draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled')),
  send_at timestamptz,
  -- Until when quiet hours delay the remaining messages.
  held_until timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  scheduled_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_demo boolean not null default false,
  version integer not null default 1,
  constraint scheduled_for_a_time check (status in ('draft', 'cancelled') or send_at is not null)
);
-- Messages of a campaign are explained like any other.
insert into message_contexts (type, label) values ('campaign', 'דיוור');

create index campaigns_newest on campaigns (created_at desc);

-- The audience, frozen at the start: a resumed campaign neither repeats nor skips a recipient.
create table campaign_recipients (
  campaign_id uuid not null references campaigns (id) on delete cascade,
  contact_id uuid not null references contacts (id) on delete cascade,
  email text,
  excluded text,
  primary key (campaign_id, contact_id),
  constraint somebody_or_a_reason check (excluded is not null or email is not null)
);
create index campaign_recipients_of_contact on campaign_recipients (contact_id);
