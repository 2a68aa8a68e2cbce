-- The waiting list of a full group: a seat that comes free is held for the contact who waited longest.
create table group_waits (
  id uuid primary key default gen_random_uuid(),
  slot_group_id uuid not null references slot_groups (id) on delete cascade,
  contact_id uuid not null references contacts (id) on delete cascade,
  name text not null constraint group_wait_name_length check (char_length(btrim(name)) between 1 and 120),
  email text not null constraint group_wait_email_form check (email = lower(btrim(email)) and email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(email) <= 254),
  privacy_text_id uuid references consent_texts (id),
  source_url text,
  created_at timestamptz not null default now(),
  -- The one offer: when it was made, until when its seat is held, and the hold while it lasts.
  offered_at timestamptz,
  held_until timestamptz,
  hold_id uuid references slot_holds (id) on delete set null,
  constraint already_waiting_for_group unique (slot_group_id, contact_id),
  constraint group_offer_incomplete check ((offered_at is null) = (held_until is null))
);
create index group_waits_of_contact on group_waits (contact_id);
create index group_waits_of_notice on group_waits (privacy_text_id);
create index group_waits_of_hold on group_waits (hold_id);

insert into message_contexts (type, label) values ('group_waiting', 'רשימת המתנה למפגש קבוצתי');
insert into message_anchors (context_type, anchor, label) values ('group_waiting', 'seat_free', 'התפנה מקום במפגש');
insert into message_rules (key, name, context_type, anchor, offset_minutes, purpose, template_key, expires_after_minutes, repeats_when_moved, sends_late, position) values
  ('appointment.seat_free', 'התפנה מקום במפגש קבוצתי, לרשימת ההמתנה', 'group_waiting', 'seat_free', 0, 'service', 'appointment_seat', 180, false, true, 42);
insert into email_kinds (kind, tokens, has_link) values
  ('appointment_seat', '{businessName,firstName,appointmentType,meetingDate,meetingTime,heldUntil}', true);
