-- Lead magnets whose form is on a landing page: the sheet of the lesson, and two series of messages.
alter table lead_magnets add column landing_path text
  constraint lead_magnet_landing_taken unique constraint lead_magnet_landing_form check (landing_path ~ '^/[a-z-]{2,60}$');

-- Offered while the page is published. The series become active with their messages, which the server seeds once.
insert into lead_magnets (slug, title, description, guide, landing_path, is_active, position) values
  ('lesson', 'הוצאות שנתיות בלי הפתעות', 'הגיליון של השיעור, מוכן למילוי', 'lesson', '/lesson', true, 7),
  ('ninja', 'נינג׳ה בסופר', 'שבעה ימים, משימה קצרה בכל יום', null, '/ninja', false, 8),
  ('fiscal-fitness', 'כושר פיננסי', 'שנים־עשר אימונים קצרים בארבעה שבועות', null, '/fiscal-fitness', false, 9)
on conflict on constraint lead_magnet_slug_taken do update set landing_path = excluded.landing_path;

-- The mail that begins a series: it has no file.
insert into email_kinds (kind, tokens, has_link) values ('series_start', '{businessName,firstName,leadMagnetTitle,validFor}', true);
