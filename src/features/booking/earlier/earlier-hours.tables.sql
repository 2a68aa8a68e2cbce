-- Clients who asked to be notified when an hour before their appointment becomes free: one request for each chain of appointments.
create table earlier_waits (
  root_id uuid primary key references appointments (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- The earlier starts that were free at the last look; one that is free now and was not then has become free. Null before the first look.
  seen_starts timestamptz[]
);

-- An earlier hour that was offered, and the hold while it lasts.
create table earlier_offers (
  id uuid primary key default gen_random_uuid(),
  root_id uuid not null references appointments (id) on delete cascade,
  starts_at timestamptz not null,
  offered_at timestamptz not null default now(),
  held_until timestamptz not null,
  hold_id uuid references slot_holds (id) on delete set null,
  constraint hour_offered_once unique (root_id, starts_at)
);
create index earlier_offers_of_hold on earlier_offers (hold_id);

insert into message_contexts (type, label) values ('earlier_offer', 'שעה מוקדמת יותר לפגישה');
insert into message_anchors (context_type, anchor, label) values ('earlier_offer', 'hour_free', 'התפנתה שעה מוקדמת יותר');
insert into message_rules (key, name, context_type, anchor, offset_minutes, purpose, template_key, expires_after_minutes, repeats_when_moved, sends_late, position) values
  ('appointment.hour_free', 'התפנתה שעה מוקדמת יותר, למי שביקשו', 'earlier_offer', 'hour_free', 0, 'service', 'appointment_earlier', 180, false, true, 43);
insert into email_kinds (kind, tokens, has_link) values
  ('appointment_earlier', '{businessName,firstName,appointmentType,meetingDate,meetingTime,oldDate,oldTime,heldUntil}', true);
