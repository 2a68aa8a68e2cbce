-- Lead magnets: a file, or a sequence of messages, that a visitor gets for an e-mail address. The page of a lead magnet is the row of
-- `pages` at /lead/<slug>.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('lead-magnets', 'lead-magnets', false, 20 * 1024 * 1024, array[
  'application/pdf', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'image/png', 'image/jpeg']);

create table lead_magnets (
  id uuid primary key default gen_random_uuid(),
  slug text not null constraint lead_magnet_slug_taken unique
    constraint lead_magnet_slug_form check (char_length(slug) between 2 and 60 and slug ~ '^[a-z0-9א-ת]+(-[a-z0-9א-ת]+)*$'),
  title text not null constraint lead_magnet_title_length check (title = btrim(title) and char_length(title) between 2 and 80),
  -- For lists and search results. The page has texts of its own.
  description text not null default '' constraint lead_magnet_description_length check (char_length(description) <= 200),
  asks_phone boolean not null default false,
  is_active boolean not null default false,
  -- The object in the bucket, and the name under which it is downloaded.
  asset_key uuid constraint lead_magnet_asset_taken unique,
  asset_name text constraint lead_magnet_asset_name_length check (char_length(asset_name) between 1 and 200),
  asset_type text,
  asset_bytes integer,
  -- A guide that comes with the product. Its file becomes the asset at the first download, or not at all if the owner chose another one.
  guide text constraint lead_magnet_guide_taken unique,
  -- Begins when the mailed link is first used.
  automation_id uuid references automations (id) on delete set null,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  is_demo boolean not null default false,
  constraint lead_magnet_asset_is_whole check (num_nonnulls(asset_key, asset_name, asset_type, asset_bytes) in (0, 4)),
  constraint lead_magnet_without_content check (
    not is_active or num_nonnulls(asset_key, guide, automation_id) > 0)
);
create index lead_magnets_of_automation on lead_magnets (automation_id);

-- One row per lead magnet and address, whatever is pressed how often.
create table lead_magnet_requests (
  id uuid primary key default gen_random_uuid(),
  magnet_id uuid not null references lead_magnets (id) on delete cascade,
  contact_id uuid not null references contacts (id) on delete cascade,
  -- As it was typed: a form never changes contact data.
  name text not null,
  email text not null constraint lead_magnet_address check (email = lower(btrim(email)) and email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'),
  phone text,
  -- The contact was created by this request: correcting the address corrects the contact too.
  made_contact boolean not null default false,
  privacy_text_id uuid references consent_texts (id),
  utm jsonb not null default '{}' check (jsonb_typeof(utm) = 'object'),
  source_url text,
  ip_trunc text,
  user_agent text,
  created_at timestamptz not null default now(),
  -- First use of a mailed link, and how often links were used.
  opened_at timestamptz,
  opens integer not null default 0,
  is_demo boolean not null default false,
  constraint lead_magnet_already_requested unique (magnet_id, email),
  constraint opened_when_used check ((opened_at is null) = (opens = 0))
);
create index lead_magnet_requests_of_contact on lead_magnet_requests (contact_id);
create index lead_magnet_requests_newest on lead_magnet_requests (magnet_id, created_at desc);
create index lead_magnet_requests_to on lead_magnet_requests (email);

-- One row per mail with a link. Of the links only the hashes are stored, made when the mail is rendered.
create table lead_magnet_deliveries (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null references lead_magnet_requests (id) on delete cascade,
  email text not null,
  created_at timestamptz not null default now(),
  -- The address was wrong: its link no longer opens.
  stopped_at timestamptz,
  token_hash text unique,
  reminder_hash text unique,
  expires_at timestamptz not null default now() + interval '7 days',
  uses integer not null default 0 constraint link_used_up check (uses between 0 and 10)
);
create index lead_magnet_deliveries_of_request on lead_magnet_deliveries (request_id, created_at desc);
create index lead_magnet_deliveries_to on lead_magnet_deliveries (email, created_at desc);

-- The key of a thank-you page: it shows a request to the browser that sent it.
create table lead_magnet_visits (
  token_hash text primary key constraint token_hash_invalid check (token_hash ~ '^[0-9a-f]{64}$'),
  request_id uuid not null references lead_magnet_requests (id) on delete cascade,
  -- Only the browser that made the request may correct its address: another one with the same address must not divert the mail.
  may_correct boolean not null,
  asked_newsletter boolean not null default false,
  created_at timestamptz not null default now()
);
create index lead_magnet_visits_of_request on lead_magnet_visits (request_id);

-- Shown once the owner switches them on.
insert into lead_magnets (slug, title, description, guide, position) values
  ('sihat-kesef', 'שיחת כסף ראשונה', 'תסריט של עשרים דקות', 'sihat-kesef', 1),
  ('gilyon-shikuf', 'גיליון שיקוף לשלושה חודשים', 'דף מוכן למילוי, עם ארבעה סעיפים', 'gilyon-shikuf', 2),
  ('reshimat-hovot', 'כל החובות בדף אחד', 'טבלה, הסבר וסדר פעולות', 'reshimat-hovot', 3),
  ('keren-herum', 'קרן חירום מאפס', 'מחשבון ידני ותוכנית לשנים־עשר חודשים', 'keren-herum', 4),
  ('tochnit-yeadim', 'שלושה יעדים, שלושה תאריכים', 'דף תכנון שנתי', 'tochnit-yeadim', 5),
  ('bdika-shnatit', 'הבדיקה השנתית', 'רשימת בדיקה של 24 פריטים', 'bdika-shnatit', 6);

insert into message_contexts (type, label) values ('lead_magnet_delivery', 'מדריך להורדה');
insert into message_anchors (context_type, anchor, label) values
  ('lead_magnet_delivery', 'requested', 'בקשת המדריך'), ('lead_magnet_delivery', 'not_opened', 'המדריך עוד לא נפתח');
insert into message_rules (key, name, context_type, anchor, offset_minutes, purpose, template_key, position) values
  ('lead_magnet.delivery', 'מדריך להורדה, עם הקישור', 'lead_magnet_delivery', 'requested', 0, 'transactional', 'lead_magnet_delivery', 50),
  ('lead_magnet.reminder', 'תזכורת אחת על מדריך שלא נפתח', 'lead_magnet_delivery', 'not_opened', 1440, 'service', 'lead_magnet_reminder', 51);
insert into message_rules (key, name, context_type, anchor, recipients, channel, purpose, template_key, position) values
  ('staff.lead_magnet', 'ביקשו מדריך להורדה', 'staff_notice', 'occurred', 'staff', 'in_app', 'service', 'lead_magnet.requested', 115);
insert into email_kinds (kind, tokens, has_link) values
  ('lead_magnet_delivery', '{businessName,firstName,leadMagnetTitle,validFor}', true),
  ('lead_magnet_reminder', '{businessName,firstName,leadMagnetTitle,validFor}', true);
