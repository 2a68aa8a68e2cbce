-- Versions of webinar templates, and links that show a template to viewers without an account.

-- Each definition that a template had. Rows are final: an update of a webinar compares it with the version that it was made from.
create table webinar_template_versions (
  template_id uuid not null references webinar_templates (id) on delete cascade,
  number integer not null,
  definition jsonb not null,
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  constraint webinar_template_version_taken primary key (template_id, number)
);
create index webinar_template_versions_of_author on webinar_template_versions (created_by);

-- The version of `template_id` that the webinar was made from, or updated to.
alter table webinars add column template_number integer;

create table webinar_template_shares (
  token_hash text primary key constraint token_hash_invalid check (token_hash ~ '^[0-9a-f]{64}$'),
  template_id uuid not null references webinar_templates (id) on delete cascade,
  expires_at timestamptz not null,
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint webinar_share_range check (expires_at > created_at and expires_at <= created_at + interval '31 days')
);
create index webinar_template_shares_of_template on webinar_template_shares (template_id);
create index webinar_template_shares_of_author on webinar_template_shares (created_by);

insert into webinar_templates (name, about, is_system, definition) values
  ('ערב חי של שעה', 'הדרכה חיה עם סקר בפתיחה, שאלות והזמנה לשיחה בסוף', true, '{
    "title": "הדרכה חיה של שעה", "subtitle": "נושא אחד, צעד אחר צעד, ובסוף זמן לשאלות.",
    "takeaways": ["תמונת מצב: איפה עומדים היום", "שיטה אחת שאפשר להתחיל בה מחר", "תשובות לשאלות שלכם"],
    "presenter": "", "presenter_about": "", "kind": "live", "duration_minutes": 60, "lobby_minutes": 30, "recap": "",
    "replay_enabled": true, "replay_hours": 48, "schedule": {"weekday": 2, "time": "20:30"},
    "interactions": [
      {"kind": "poll", "title": "מה הכי חשוב לכם לשמוע הערב?", "body": "", "choices": ["לדעת לאן הכסף הולך", "לדבר על כסף בבית", "להתכונן להוצאות גדולות"], "link": null, "at_second": 180, "open_seconds": 600},
      {"kind": "announcement", "title": "אפשר לשאול לאורך כל הדרך", "body": "כותבים בלשונית השאלות, ומצביעים לשאלות של אחרים.", "choices": [], "link": null, "at_second": 600, "open_seconds": 300},
      {"kind": "offer", "title": "שיחת היכרות", "body": "רבע שעה, בלי התחייבות.", "choices": [], "link": "/book-a-call", "at_second": 3000, "open_seconds": 3600}]}'),
  ('שיעור מוקלט בכל זמן', 'צפייה מתי שנוח, עם סקר קצר ושאלות שנענות במייל', true, '{
    "title": "שיעור מוקלט", "subtitle": "צופים מתי שנוח, עוצרים וחוזרים.",
    "takeaways": ["הרעיון, בפשטות", "דוגמה מלאה", "הצעד הבא"],
    "presenter": "", "presenter_about": "", "kind": "on_demand", "duration_minutes": 30, "lobby_minutes": 30, "recap": "",
    "replay_enabled": true, "replay_hours": 720, "schedule": null,
    "interactions": [
      {"kind": "handout", "title": "דף העבודה של השיעור", "body": "", "choices": [], "link": "/preparation", "at_second": 300, "open_seconds": 3600}]}');
insert into webinar_template_versions (template_id, number, definition) select id, number, definition from webinar_templates;
