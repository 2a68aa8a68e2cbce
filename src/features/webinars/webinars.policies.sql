alter table webinars enable row level security;
alter table webinar_templates enable row level security;
alter table webinar_muted_messages enable row level security;
alter table webinar_team enable row level security;
alter table webinar_sessions enable row level security;
alter table webinar_registrations enable row level security;
alter table webinar_links enable row level security;
alter table webinar_invites enable row level security;
alter table webinar_messages enable row level security;
alter table webinar_votes enable row level security;
alter table webinar_interactions enable row level security;
alter table webinar_openings enable row level security;
alter table webinar_answers enable row level security;
alter table webinar_views enable row level security;
alter table webinar_peaks enable row level security;
alter table webinar_reactions enable row level security;
alter table webinar_template_versions enable row level security;
alter table webinar_template_shares enable row level security;

grant select, delete on webinars, webinar_templates, webinar_interactions, webinar_sessions to authenticated;
grant insert (slug, title, kind, template_id, duration_minutes, subtitle, takeaways, presenter, presenter_about, recap) on webinars to authenticated;
grant update (slug, title, subtitle, takeaways, presenter, presenter_about, kind, status, duration_minutes, lobby_minutes, stream, recording,
  captions_url, chapters, recap, replay_enabled, replay_hours, offer_product_id, just_in_time_from, just_in_time_until, just_in_time_seats,
  page_path, thank_you_video) on webinars to authenticated;
grant insert (webinar_id, starts_at, capacity), update (starts_at, capacity) on webinar_sessions to authenticated;
grant insert (webinar_id, kind, title, body, choices, link, at_second, open_seconds),
  update (title, body, choices, link, at_second, open_seconds) on webinar_interactions to authenticated;
grant select, delete, insert (webinar_id, rule_key) on webinar_muted_messages to authenticated;
grant select, delete, insert (webinar_id, user_id, role), update (webinar_id, user_id, role) on webinar_team to authenticated;
grant select on webinar_registrations, webinar_links, webinar_invites, webinar_messages, webinar_votes, webinar_openings, webinar_answers,
  webinar_views, webinar_peaks, webinar_reactions, webinar_template_versions, webinar_template_shares to authenticated;

create policy "staff sees the webinars" on webinars for select to authenticated using ((select is_staff()));
create policy "owners, admins and content add webinars" on webinars for insert to authenticated
  with check ((select has_role('owner', 'admin', 'content')));
create policy "owners, admins and content change webinars" on webinars for update to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "owners and admins delete webinars" on webinars for delete to authenticated
  using ((select has_role('owner', 'admin')));

create policy "staff sees the webinar templates" on webinar_templates for select to authenticated using ((select is_staff()));
-- No policies for writes: save-webinar-template, which validates the definition, and functions of webinars write the rows.
create policy "owners and admins delete webinar templates of their own" on webinar_templates for delete to authenticated
  using (not is_system and (select has_role('owner', 'admin')));

create policy "staff sees what webinar templates said before" on webinar_template_versions for select to authenticated
  using ((select is_staff()));
create policy "only the server sees links that show templates" on webinar_template_shares for select to authenticated using (false);

create policy "staff sees the webinar sessions" on webinar_sessions for select to authenticated using ((select is_staff()));
create policy "owners, admins and content add webinar sessions" on webinar_sessions for insert to authenticated
  with check ((select has_role('owner', 'admin', 'content')));
create policy "owners, admins and content move webinar sessions" on webinar_sessions for update to authenticated
  using ((select has_role('owner', 'admin', 'content')));
-- A session with registrations can only be cancelled, so that its registrants are mailed.
create policy "owners and admins delete webinar sessions without registrations" on webinar_sessions for delete to authenticated
  using ((select has_role('owner', 'admin')) and not exists (select from webinar_registrations r where r.session_id = webinar_sessions.id));

create policy "owners, admins and sales see who registered" on webinar_registrations for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the registrations of their contacts" on webinar_registrations for select to authenticated
  using (contact_id in (select my_contact_ids()));

create policy "staff sees the interactions of webinars" on webinar_interactions for select to authenticated using ((select is_staff()));
create policy "owners, admins and content add interactions" on webinar_interactions for insert to authenticated
  with check ((select has_role('owner', 'admin', 'content')));
create policy "owners, admins and content change interactions" on webinar_interactions for update to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "owners, admins and content delete interactions" on webinar_interactions for delete to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "staff sees when interactions were open" on webinar_openings for select to authenticated using ((select is_staff()));

create policy "staff sees which messages a webinar leaves out" on webinar_muted_messages for select to authenticated
  using ((select is_staff()));
create policy "owners, admins and content switch messages of a webinar off" on webinar_muted_messages for insert to authenticated
  with check ((select has_role('owner', 'admin', 'content')) and exists (
    select from message_rules r where r.key = webinar_muted_messages.rule_key and r.context_type = 'webinar_registration'));
create policy "owners, admins and content switch messages of a webinar on" on webinar_muted_messages for delete to authenticated
  using ((select has_role('owner', 'admin', 'content')));

create policy "staff sees who leads a webinar" on webinar_team for select to authenticated using ((select is_staff()));
create policy "owners, admins and content name the team of a webinar" on webinar_team for insert to authenticated
  with check ((select has_role('owner', 'admin', 'content')));
create policy "owners, admins and content change the team of a webinar" on webinar_team for update to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "owners, admins and content remove from the team of a webinar" on webinar_team for delete to authenticated
  using ((select has_role('owner', 'admin', 'content')));

create policy "the team sees what is said in its webinars" on webinar_messages for select to authenticated
  using (webinar_messages.webinar_id in (select led_webinar_ids()));
create policy "only the server sees the keys of webinars" on webinar_links for select to authenticated using (false);
create policy "only the server sees invitations to webinars" on webinar_invites for select to authenticated using (false);
create policy "only the server sees votes" on webinar_votes for select to authenticated using (false);
create policy "owners, admins and sales see answers in webinars" on webinar_answers for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "staff sees the reactions to webinars" on webinar_reactions for select to authenticated using ((select is_staff()));
create policy "staff sees the peaks of webinars" on webinar_peaks for select to authenticated using ((select is_staff()));
create policy "only the server sees the views of webinars" on webinar_views for select to authenticated using (false);

create policy "owners, admins and content add captions to webinars" on storage.objects for insert to authenticated
  with check (bucket_id = 'webinar-captions' and name ~ '^[0-9a-f-]{36}$' and (select has_role('owner', 'admin', 'content')));
create policy "owners, admins and content add recordings to webinars" on storage.objects for insert to authenticated
  with check (bucket_id = 'webinar-recordings' and name ~ '^[0-9a-f-]{36}$' and (select has_role('owner', 'admin', 'content')));
create policy "owners, admins and content see the recordings of webinars" on storage.objects for select to authenticated
  using (bucket_id = 'webinar-recordings' and (select has_role('owner', 'admin', 'content')));

-- The room: a registrant has a token of the role anon with the claim registration_id, and receives the broadcasts of that session. Messages
-- are written by functions; clients cannot send on the channel.
create policy "registrants hear their webinar" on realtime.messages for select to anon
  using (extension = 'broadcast' and (select realtime.topic()) = (select webinar_topic_of_caller()));
create policy "the team hears its webinars" on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (select realtime.topic()) like 'webinar:%' and (select split_part(realtime.topic(), ':', 2)) in (
    select s.id::text from webinar_sessions s where s.webinar_id in (select led_webinar_ids())));
