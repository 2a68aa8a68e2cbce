-- Mails with editable texts: their tokens, and whether they contain a link.
create table email_kinds (
  kind text primary key,
  tokens text[] not null,
  has_link boolean not null
);

-- Texts of mails edited by the business. Without a row, the default text is sent.
create table email_texts (
  kind text primary key constraint unknown_email_kind references email_kinds (kind),
  subject text not null constraint email_subject_length check (char_length(subject) <= 120 and subject ~ '\S' and subject !~ '[\r\n]'),
  preheader text not null default '' constraint email_preheader_length check (char_length(preheader) <= 200 and preheader !~ '[\r\n]'),
  heading text not null constraint email_heading_length check (char_length(heading) <= 120 and heading ~ '\S' and heading !~ '[\r\n]'),
  body text not null constraint email_body_length check (char_length(body) <= 4000 and body ~ '\S'),
  -- The one mail without a link has no button.
  button text constraint email_button_length check (char_length(button) <= 60 and button ~ '\S' and button !~ '[\r\n]'),
  closing text not null default '' constraint email_closing_length check (char_length(closing) <= 1000),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);

insert into email_kinds (kind, tokens, has_link) values
  ('confirm_signup', '{email,newEmail,businessName,validFor}', true),
  ('recover_password', '{email,newEmail,businessName,validFor}', true),
  ('change_email', '{email,newEmail,businessName,validFor}', true),
  ('magic_link', '{email,newEmail,businessName,validFor}', true),
  ('invite', '{email,newEmail,businessName,validFor}', true),
  ('reauthenticate', '{email,newEmail,businessName,validFor}', false),
  ('newsletter_confirm', '{businessName,validFor}', true),
  ('newsletter_reminder', '{businessName,validFor}', true),
  ('newsletter_welcome', '{businessName}', true),
  ('cancellation_received', '{businessName,firstName,ticketNumber,date,time,expectedRefund}', false),
  ('accessibility_received', '{businessName,firstName,ticketNumber,date,time}', false);
