-- The words of mails that the business wrote itself. A kind without a row here is sent in the words of the code; taking the row away is going back to those.
create table email_texts (
  kind text primary key constraint unknown_email_kind check (
    kind in ('confirm_signup', 'recover_password', 'change_email', 'magic_link', 'invite', 'reauthenticate')),
  subject text not null constraint email_subject_length check (char_length(subject) <= 120 and subject ~ '\S' and subject !~ '[\r\n]'),
  preheader text not null default '' constraint email_preheader_length check (char_length(preheader) <= 200 and preheader !~ '[\r\n]'),
  heading text not null constraint email_heading_length check (char_length(heading) <= 120 and heading ~ '\S' and heading !~ '[\r\n]'),
  body text not null constraint email_body_length check (char_length(body) <= 4000 and body ~ '\S'),
  -- The one mail without a link has nothing to press.
  button text constraint email_button_length check (char_length(button) <= 60 and button ~ '\S' and button !~ '[\r\n]'),
  closing text not null default '' constraint email_closing_length check (char_length(closing) <= 1000),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint email_without_button check (button is not null or kind = 'reauthenticate'),
  -- A token that nothing stands for would reach the reader as it is typed, or leave a hole in the sentence.
  constraint unknown_email_token check (
    regexp_replace(concat_ws(' ', subject, preheader, heading, body, button, closing),
      '\{\{(email|newEmail|businessName|validFor)\}\}', '', 'g') !~ '\{\{|\}\}')
);

create function note_email_edited() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end
$$;

create trigger note_edited before update on email_texts for each row execute function note_email_edited();
-- The words are kept in memory beside the pages.
create trigger announce_page_change after insert or update or delete on email_texts
  for each statement execute function announce_page_change();

alter table email_texts enable row level security;
grant select, delete on email_texts to authenticated;
grant insert (kind, subject, preheader, heading, body, button, closing),
  update (kind, subject, preheader, heading, body, button, closing) on email_texts to authenticated;

create policy "owners and admins write the words of mails" on email_texts for all to authenticated
  using ((select has_role('owner', 'admin')));
