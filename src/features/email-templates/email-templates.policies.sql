alter table email_texts enable row level security;
grant select, delete on email_texts to authenticated;
grant insert (kind, subject, preheader, heading, body, blocks, button, closing),
  update (kind, subject, preheader, heading, body, blocks, button, closing) on email_texts to authenticated;

create policy "owners and admins write the words of mails" on email_texts for all to authenticated
  using ((select has_role('owner', 'admin')));
-- The content role chooses which of these mails a webinar sends.
create policy "content sees the words of webinar mails" on email_texts for select to authenticated
  using (email_texts.kind like 'webinar\_%' and (select has_role('content')));

alter table email_kinds enable row level security;
grant select on email_kinds to authenticated;
create policy "owners and admins see which mails go out" on email_kinds for select to authenticated
  using ((select has_role('owner', 'admin')));
