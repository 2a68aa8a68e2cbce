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

-- Staff notices are rows of the message plan too: owners switch them for everyone. Critical notices are always delivered.
insert into message_contexts (type, label) values ('staff_notice', 'התראות לצוות');
insert into message_anchors (context_type, anchor, label) values ('staff_notice', 'occurred', 'ברגע שזה קורה');
insert into message_rules (key, name, context_type, anchor, recipients, channel, purpose, template_key, position) values
  ('staff.contact_request', 'פנייה חדשה מהאתר', 'staff_notice', 'occurred', 'staff', 'in_app', 'service', 'contact_request.received', 100),
  ('staff.signup', 'הצטרפות מהאתר', 'staff_notice', 'occurred', 'staff', 'in_app', 'service', 'signup.received', 110),
  ('staff.waitlist', 'רשימת המתנה למוצר', 'staff_notice', 'occurred', 'staff', 'in_app', 'service', 'waitlist.joined', 120),
  ('staff.cancellation', 'הודעה על ביטול עסקה', 'staff_notice', 'occurred', 'staff', 'in_app', 'service', 'cancellation.received', 130),
  ('staff.review', 'המלצה חדשה', 'staff_notice', 'occurred', 'staff', 'in_app', 'service', 'review.submitted', 140),
  ('staff.opportunity_rotting', 'הזדמנות שעומדת במקום', 'staff_notice', 'occurred', 'staff', 'in_app', 'service', 'opportunity.rotting', 150),
  ('staff.stage_late', 'שלב שעבר מועדו', 'staff_notice', 'occurred', 'staff', 'in_app', 'service', 'stage.late', 160),
  ('staff.complaint', 'תלונה על דיוור', 'staff_notice', 'occurred', 'staff', 'in_app', 'service', 'message.complained', 170),
  ('staff.message_received', 'הודעה חדשה מאיש קשר', 'staff_notice', 'occurred', 'staff', 'in_app', 'service', 'message.received', 180);
