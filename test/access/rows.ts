// Rows for tables that are empty after seeding the demo, one statement each.
const contact = `(select id from contacts order by created_at limit 1)`
const owner = `(select user_id from user_roles where role = 'owner' and is_demo)`
const hash = (letter: string) => `'${letter.repeat(64)}'`

const clients = `contacts where client_user_id is not null`

export const rowsBesideDemo: readonly string[] = [
  // Unpublished rows next to the published ones.
  `with draft as (insert into posts (status) values ('draft') returning id),
     revision as (insert into post_revisions (post_id, title) select id, 'טיוטה' from draft)
   insert into post_slugs (slug, post_id) select 'draft', id from draft`,
  `insert into bio_links (title, url, is_enabled) values ('לא עכשיו', '/', false)`,
  `insert into page_versions (path, number, blocks) select path, 99, blocks from page_versions limit 1`,
  `insert into pages (path, label) values ('/to-come', 'בקרוב')`,
  // Changes for the audit log, including tasks of content staff.
  `update tasks set priority = 'high' where priority <> 'high'`,
  // Rows that reference the clients.
  `insert into tasks (name, contact_id, shared_with) select 'תלושי שכר', id, 'client' from ${clients} and not is_demo`,
  `insert into opportunities (name, contact_id) select 'ליווי', id from ${clients}`,
  `with process as (
     insert into client_processes (contact_id, process_template_id)
     select contacts.id, process_templates.id from process_templates, ${clients} and not is_demo and published_at is not null returning id, process_template_id)
   insert into process_stage_instances (client_process_id, process_stage_id)
   select process.id, process_stages.id from process join process_stages on template_id = process_template_id`,
  `with of_others as (insert into process_templates (name) values ('תהליך של אחרים') returning id)
   insert into process_stages (template_id, name, stage_order, stage_type) select id, 'פגישה', 1, 'meeting' from of_others`,
  // Materials are visible in an open stage: the first stage is used where none is open.
  `update process_stage_instances set status = 'active' where id in (
     select distinct on (i.client_process_id) i.id from process_stage_instances i join process_stages s on s.id = i.process_stage_id
     where i.client_process_id not in (select client_process_id from process_stage_instances where status <> 'locked')
     order by i.client_process_id, s.stage_order)`,
  `insert into stage_materials (stage_id, position, title, url) select id, 1, 'דף עבודה', '/blog' from process_stages`,
  `insert into stage_documents (stage_id, position, name) select id, 1, 'תלוש שכר' from process_stages`,
  // The stages of a draft, which can be edited.
  `with draft as (insert into process_templates (name, is_active, published_at) values ('טיוטה של תהליך', false, null) returning id)
   insert into process_stages (template_id, name, stage_order, stage_type) select id, 'פגישה', 1, 'meeting' from draft`,
  `insert into subscriptions (list_id, contact_id, email)
   select mailing_lists.id, contacts.id, contacts.id || '@example.com' from mailing_lists, ${clients}`,
  `insert into bio_clicks (link_id, day, source) select id, current_date, 'instagram' from bio_links limit 1`,
  `insert into bulk_changes (entity, change, before, by)
   select 'contacts', '{}', '{}', user_id from user_roles where role <> 'client'`,
  `insert into calendar_connections (user_id, account_email, scopes) values (${owner}, 'owner@example.com', '{}')`,
  `with met as (
     insert into appointments (title, user_id, contact_id, starts_at, ends_at, status, location_kind)
     select 'היכרות', ${owner}, id, now() + row_number() over () * interval '1 day', now() + row_number() over () * interval '1 day' + interval '1 hour',
       'completed', 'meet' from ${clients} returning id, contact_id)
   insert into appointment_attendees (appointment_id, contact_id, role, name) select id, contact_id, 'main', 'נועה' from met`,
  `with w as (insert into earlier_waits (root_id) select id from appointments where id = root_id returning root_id)
   insert into earlier_offers (root_id, starts_at, held_until) select root_id, now(), now() from w`,
  `insert into schedule_overrides (schedule_id, day, windows) select id, current_date, '[]' from schedules`,
  `insert into time_off (user_id, starts_at, ends_at) select user_id, now(), now() + interval '1 day' from booking_hosts`,
  `insert into school_breaks (name, from_on, until_on) values ('חנוכה', current_date, current_date + 7)`,
  `insert into slot_holds (user_id, type_id, starts_at, ends_at, token_hash)
   select user_id, id, now(), now() + interval '1 hour', ${hash('9')} from appointment_types limit 1`,
  `insert into slot_groups (user_id, type_id, starts_at, ends_at)
   select t.user_id, t.id, now(), now() + interval '1 hour' from appointment_types t`,
  `insert into group_waits (slot_group_id, contact_id, name, email)
   select g.id, contacts.id, 'נועה', contacts.id || '@example.com' from (select id from slot_groups limit 1) g, ${clients}`,
  `insert into calendar_feeds (user_id, token_hash) select user_id, encode(sha256(user_id::text::bytea), 'hex') from booking_hosts`,
  `insert into session_packages (contact_id, type_id, total) select contacts.id, t.id, 6 from (select id from appointment_types limit 1) t, ${clients}`,
  `insert into metric_reads (contact_id, read_by, reader_name) select id, ${owner}, 'דנה' from ${clients}`,
  `insert into action_links (token_hash, kind, entity_id, contact_id, address_hash, expires_at)
   select encode(sha256(convert_to(id::text || 'action', 'UTF8')), 'hex'), 'task', id, id, ${hash('8')}, now() + interval '1 day' from ${clients}`,
  `insert into appointment_links (token_hash, root_id, role) select ${hash('8')}, id, 'main' from appointments limit 1`,
  `insert into appointment_preparations (root_id, role, done) select distinct root_id, 'main', '{מסמכים}'::text[] from appointments`,
  `insert into booking_links (type_id, contact_id, token_hash)
   select t.id, c.id, encode(sha256(convert_to(t.id::text || c.id, 'UTF8')), 'hex') from appointment_types t, (select id from ${clients}) c`,
  `insert into form_passwords (form_id, password_hash) select id, '$argon2id$v=19$' from forms limit 1`,
  `insert into form_password_networks (form_id, network_hash) select id, '\\x02' from forms limit 1`,
  `insert into form_links (form_id, contact_id, token_hash, is_single_use) 
   select f.id, c.id, encode(sha256(convert_to(c.id::text || 'form', 'UTF8')), 'hex'), true from (select id from forms limit 1) f, (select id from ${clients}) c`,
  `with filled as (
     insert into form_submissions (form_id, form_version, key_hash, status, contact_id, completed_at)
     select f.id, 1, encode(sha256(convert_to(c.id::text, 'UTF8')), 'hex'), 'complete', c.id, now()
     from forms f, (select id from ${clients} union select id from contacts where owner_id is not null) c limit 60 returning id),
     attached as (insert into form_files (submission_id, field_key, name, mime_type, size_bytes)
       select id, 'paper', 'תלוש.pdf', 'application/pdf', 10 from filled),
     former as (insert into form_former_answers (submission_id, number, answers, given_at) select id, 1, '{}', now() from filled),
     changing as (insert into form_change_drafts (submission_id, sealed, revision) select id, '\\x02', 1 from filled),
     resumed as (insert into form_resume_keys (key_hash, submission_id)
       select encode(sha256(convert_to(id::text, 'UTF8')), 'hex'), id from filled)
   insert into form_sealed_answers (submission_id, sealed) select id, '\\x02' from filled`,
  `insert into quiz_versions (quiz_id, number, definition) select id, 99, '{}' from quizzes`,
  `with done as (
     insert into quiz_attempts (quiz_id, quiz_version, key_hash, status, contact_id, result, completed_at)
     select q.id, 99, encode(sha256(convert_to(c.id::text || 'quiz', 'UTF8')), 'hex'), 'completed', c.id, '{}', now()
     from quizzes q, (select id from ${clients} union select id from contacts where owner_id is not null) c limit 60 returning id),
     links as (insert into quiz_result_links (token_hash, attempt_id) select encode(sha256(id::text::bytea), 'hex'), id from done),
     mails as (insert into quiz_deliveries (attempt_id, email) select id, 'noa@example.com' from done),
     reminded as (insert into quiz_reminders (attempt_id, email) select id, 'noa@example.com' from done),
     keys as (insert into quiz_mailed_keys (key_hash, attempt_id, opens) select encode(sha256(id::text::bytea), 'hex'), id, 'questions' from done)
   insert into quiz_sealed_answers (attempt_id, sealed) select id, '\\x02' from done`,
  `with alone as (insert into households (name) values ('דליה') returning id),
     moved as (update contacts c set household_id = alone.id from alone where c.client_user_id is not null and c.household_id is null returning c.id, c.household_id),
     homes as (select household_id from moved union select household_id from ${clients} and household_id is not null),
     read as (insert into budget_reads (household_id, read_by, reader_name, purpose) select household_id, ${owner}, 'דנה', 'view' from homes),
     answer as (insert into budget_sharing (contact_id, is_shared) select id, false from ${clients})
   insert into budget_items (id, household_id, private_to, kind, month, sealed_for, sealed)
   select gen_random_uuid(), household_id, private_to, 'line', '2026-11-01', household_id, '\\x02'
   from (select household_id, null::uuid as private_to from homes
     union all select household_id, id from contacts where household_id in (select household_id from homes)
     union all select household_id, id from moved) items`,
  `insert into cancellation_requests (contact_id, name, email, reference, words_hash, receipt_hash)
   values (${contact}, 'נועה', 'noa@example.com', '1234', ${hash('a')}, ${hash('b')})`,
  `insert into cancellation_receipts (receipt_hash, request_id) select ${hash('c')}, id from cancellation_requests`,
  `with template as (insert into message_templates (name, channel) values ('תבנית', 'email') returning id)
   insert into message_template_versions (template_id, number, content) select id, 1, '{}' from template`,
  `insert into component_templates (name, kind, content) values ('תבנית', 'quote', '{}')`,
  `insert into cookie_choices values (gen_random_uuid(), ${owner}, true, false, false, '1', '/', now())`,
  `insert into email_texts (kind, subject, heading, body, button) values ('invite', 'הזמנה', 'הזמנה', 'בואו', 'כניסה'), ('webinar_missed', 'חסרתם', 'חסרתם', 'בואו', 'להקלטה')`,
  `insert into files (contact_id, name, uploaded_by) values (${contact}, 'תלוש.pdf', ${owner})`,
  `with list as (
     insert into imports (file_name, file_hash, file_bytes, kind, header_row, header, status, created_by)
     select 'people.csv', ${hash('0')}, 10, 'csv', 1, '{שם}', status, ${owner} from unnest(array['uploaded', 'done']) status
     returning id)
   insert into import_rows (import_id, n, raw) select id, 2, '["נועה"]' from list`,
  `insert into handovers (member_id, roles, contacts, opportunities, tasks) values (${owner}, '{}', '{}', '{}', '{}')`,
  `insert into privacy_events (person_id, kind) values (${contact}, 'exported')`,
  `with opened as (insert into threads (contact_id) select id from contacts on conflict do nothing returning id)
   insert into thread_messages (thread_id, author_kind, body) select id, 'staff', 'שלום' from opened`,
  `insert into thread_reads (thread_id, user_id, read_at) select id, ${owner}, now() from threads limit 1 on conflict do nothing`,
  `update files set shared_with = 'client'`,
  `with sent as (insert into files (contact_id, name, uploaded_by, shared_with)
     select id, 'תלוש של השלב.pdf', ${owner}, 'client' from ${clients} returning id, contact_id)
   insert into stage_document_files (file_id, stage_instance_id, stage_document_id)
   select sent.id, i.id, d.id from sent cross join lateral (
     select i.* from process_stage_instances i join client_processes p on p.id = i.client_process_id
     where p.contact_id = sent.contact_id and i.status <> 'locked' order by i.id limit 1) i
   join stage_documents d on d.stage_id = i.process_stage_id and d.name = 'תלוש שכר'`,
  // Left unsigned: two contacts who signed the same document would both see it.
  `with paper as (insert into files (contact_id, name, uploaded_by, shared_with) select id, 'הסכם.pdf', ${owner}, 'client' from ${clients} returning id, contact_id)
   insert into signature_requests (file_id, contact_id, file_name, sha256) select id, contact_id, 'הסכם.pdf', ${hash('7')} from paper`,
  `insert into signature_requests (file_id, contact_id, file_name, sha256, signed_at, signed_name, signed_by)
   select f.id, f.contact_id, f.name, ${hash('7')}, now(), 'נועה לוי', ${owner} from files f on conflict do nothing`,
  `insert into session_notes (contact_id, held_on, title) select id, current_date, 'פגישה' from contacts`,
  `insert into session_summaries (note_id, contact_id, held_on, title, body, shared_with)
   select id, contact_id, held_on, title, 'סיכום', 'client' from session_notes on conflict do nothing`,
  `insert into client_invitations (contact_id, email_norm) select id, 'client@example.com' from contacts`,
  `insert into staff_invitations (email, role, token_hash, expires_at)
   select role || '@example.org', role, repeat(letter, 64), now() + interval '1 day'
   from (values ('coach', '1'), ('owner', '2')) invited (role, letter)`,
  `insert into staff_profiles (user_id, full_name) select distinct user_id, 'שם לדוגמה' from user_roles where role <> 'client' and is_demo`,
  `insert into event_cursors (subscriber, transaction_id, event_id) values ('test', '1', 0)`,
  `insert into event_failures (subscriber, event_id, error) select 'test', min(id), 'x' from domain_events`,
  `insert into exports (list, format, row_count, by) values ('contacts', 'csv', 3, ${owner})`,
  `insert into business_exports (requested_by) values (${owner})`,
  `insert into backup_runs default values`,
  `insert into backup_rehearsals (tables, files) values (3, 2)`,
  `insert into backup_status (mode, keep_days) values ('on', 14)`,
  `insert into system_checks (kind, is_ok) values ('queue', true)`,
  `insert into legal_claims (claim, confirmed_by) values ('backups', ${owner})`,
  `insert into mail_preferences (email) values ('noa@example.com')`,
  `insert into newsletter_requests (email, list_id, token_hash, consent_text_id)
   select 'noa@example.com', mailing_lists.id, ${hash('c')}, consent_texts.id from mailing_lists, consent_texts limit 1`,
  `insert into not_found_log (path) values ('/gone')`,
  `insert into answer_ratings (question, helped) values ('כמה זה עולה?', 1)`,
  `insert into notification_preferences values (${owner}, 'opportunity.changed', false)`,
  `insert into channel_notices (id, user_id, type, title, message, severity, in_bell, for_digest, for_push)
   values (gen_random_uuid(), ${owner}, 'task.assigned', 'משימה', '', 'medium', true, true, false)`,
  `insert into due_notices (rule_id, entity_id, at) select id, gen_random_uuid(), now() from message_rules limit 1`,
  `insert into push_subscriptions (user_id, endpoint_hash, sealed) values (${owner}, ${hash('f')}, '\\x00')`,
  `insert into push_keys (public_key, sealed) values ('x', '\\x00')`,
  `insert into staff_digests (user_id) values (${owner})`,
  `insert into owner_invitations (token_hash) values (${hash('d')})`,
  `insert into page_view_salts (day) values (current_date)`,
  `insert into page_views (at, path, device) values (now(), '/', 'phone')`,
  `with compared as (insert into page_comparisons (label, secret) values ('חצי חצי', 'x') returning id),
     shown as (insert into page_variants (comparison_id, key, weight) select id, key, 50 from compared, unnest(array['/', '/home-2']) key returning *)
   insert into page_outcomes (comparison_id, key, day, kind, visitor)
   select comparison_id, key, current_date, 'contact', repeat('x', 16) from shown`,
  `insert into pictures (format, width, height, bytes, created_by) values ('webp', 10, 10, 10, ${owner})`,
  `insert into post_previews (token_hash, post_id, created_by, expires_at)
   select 'x', id, ${owner}, now() + interval '1 day' from posts limit 1`,
  `insert into preference_links (token_hash, contact_id, email) values (${hash('e')}, ${contact}, 'noa@example.com')`,
  `insert into product_slugs (slug, product_id) select 'former', id from products limit 1`,
  `insert into product_waitlist (product_id, contact_id) select id, ${contact} from products limit 1`,
  `insert into redirects (from_path, to_address) values ('/old', '/')`,
  `insert into review_authors (review_id, name, contact_id, words_hash)
   select id, 'נועה', ${contact}, ${hash('f')} from reviews limit 1`,
  `with edit as (insert into review_edits (review_id, body) select id, 'נוסח אחר לגמרי' from reviews limit 1 returning id, review_id)
   insert into review_links (token_hash, review_id, edit_id) select ${hash('1')}, review_id, id from edit`,
  `insert into review_photos (review_id, bytes, agreed_words) select id, 'x', 'כן' from reviews limit 1`,
  `insert into review_requests (contact_id, email, token_hash)
   select id, 'noa@example.com', md5(id::text) from contacts where merged_into_id is null`,
  `insert into saved_views (user_id, entity, name, shared)
   select user_id, 'contacts', role, role = 'owner' from user_roles where role in ('owner', 'admin', 'coach')`,
  `insert into duplicate_pairs (first_id, second_id, score, reasons, looks_like)
   select least(one.id, other.id), greatest(one.id, other.id), 60, '{phone}', 'duplicate'
   from contacts one join contacts other on other.id <> one.id
     and (other.owner_id = one.owner_id or one.client_user_id is not null)
   on conflict do nothing`,
  `insert into merges (winner_id, loser_id, snapshot)
   select one.id, other.id, '{}' from contacts one, contacts other
   where one.client_user_id is not null and other.client_user_id is not null and one.id <> other.id
   on conflict do nothing`,
  `with plan as (insert into payment_plans (contact_id, title) select id, 'ליווי' from ${clients} returning id, contact_id),
     charge as (
       insert into charges (contact_id, plan_id, number, title, amount_agorot, due_on)
       select contact_id, id, 1, 'ליווי', 100, '2026-01-01' from plan returning id, contact_id),
     card as (insert into plan_cards (plan_id, provider, expires_on) select id, 'cardcom', '2030-12-31' from plan)
   insert into payments (contact_id, charge_id, method, amount_agorot) select contact_id, id, 'bit', 100 from charge`,
  `with ordered as (
     insert into orders (contact_id, product_id, title, amount_agorot, name, email)
     select contacts.id, (select id from products order by position limit 1), 'ליווי', 100, 'נועה', 'noa@example.com' from ${clients}
     returning id),
     link as (insert into order_links (token_hash, order_id) select md5(id::text), id from ordered),
     tried as (
       insert into payment_attempts (order_id, provider, terminal, reference, secret_hash, amount_agorot)
       select id, 'cardcom', '9999', 'pay_' || md5(id::text), ${hash('7')}, 100 from ordered returning id, order_id),
     noticed as (insert into payment_notices (provider, event_key, attempt_id, authentic) select 'cardcom', id, id, 'unsigned' from tried)
   insert into order_refunds (order_id, attempt_id, amount_agorot, reason) select order_id, id, 50, 'בדיקה' from tried`,
  `insert into reconciliations (day, provider) values (current_date, 'cardcom')`,
  `with automation as (insert into automations (name, definition) values ('בדיקה', '{}'), ('טיוטה', '{}') returning id, name),
     version as (
       insert into automation_versions (automation_id, version, definition, trigger_types, listens, touches)
       select id, 1, '{}', '{}', '{}', '{}' from automation where name = 'בדיקה' returning automation_id),
     member as (insert into automation_list_members (automation_id, contact_id) select id, ${contact} from automation),
     run as (
       insert into automation_runs (automation_id, version, contact_id, state, resume_at)
       select automation_id, 1, contacts.id, '{}', now() from version, contacts returning id)
   insert into automation_run_steps (run_id, seq, step_id, status, at) select id, 1, 'step1', 'done', now() from run`,
  `insert into received_messages (channel, provider_id, from_value, contact_id, received_at)
   select 'whatsapp', 'wamid.' || id, '+972500000009', id, now() from contacts`,
  `insert into sender_domains values ('example.com', 'google')`,
  `insert into closed_days (name, from_on, until_on) values ('חופשה', '2026-12-01', '2026-12-02')`,
  `insert into seo_overrides (path) values ('/about')`,
  `insert into seo_settings default values`,
  `insert into lead_magnets (slug, title) values ('first-talk', 'שיחה ראשונה')`,
  `insert into lead_magnet_requests (magnet_id, contact_id, name, email)
   select lead_magnets.id, contacts.id, 'נועה', contacts.id || '@example.com' from lead_magnets, ${clients} and slug = 'first-talk'`,
  `insert into launches (title, tz) values ('סדרה של בדיקה', 'Asia/Jerusalem')`,
  `insert into launch_contents (launch_id, position, title, release_kind, release_hours)
   select id, 1, 'שיעור של בדיקה', 'hours', 0 from launches where title = 'סדרה של בדיקה'`,
  `insert into launch_participants (launch_id, contact_id, name, email)
   select launches.id, contacts.id, 'נועה', 'noa@example.com' from launches, ${clients} and title = 'סדרה של בדיקה'`,
  `insert into launch_tokens (participant_id, token_hash) select id, ${hash('5')} from launch_participants limit 1`,
  `insert into launch_devices (participant_id, device_hash) select id, ${hash('5')} from launch_participants limit 1`,
  `insert into launch_requests (participant_id, kind) select id, 'link' from launch_participants limit 1`,
  `insert into launch_comments (content_id, participant_id, shown_name, body)
   select content_id, participant_id, 'נועה', 'תודה' from launch_progress limit 1`,
  `insert into launch_waitlist (launch_id, contact_id) select launch_id, contact_id from launch_participants limit 1`,
  `update launches set status = 'archived' where title = 'סדרה של בדיקה'`,
  `insert into lead_magnet_deliveries (request_id, email) select id, email from lead_magnet_requests limit 1`,
  `insert into lead_magnet_visits (token_hash, request_id, may_correct) select ${hash('7')}, id, true from lead_magnet_requests limit 1`,
  `with host as (insert into webinars (slug, title) values ('budget', 'תקציב') returning id),
     date as (insert into webinar_sessions (webinar_id, starts_at) select id, now() + interval '1 day' from host returning id, webinar_id),
     muted as (insert into webinar_muted_messages (webinar_id, rule_key) select id, 'webinar.opening' from host),
     led as (insert into webinars (slug, title) values ('led', 'ערב') returning id),
     team as (insert into webinar_team (webinar_id, user_id, role) select id, ${owner}, 'host' from led),
     made as (insert into webinar_templates (name, definition) values ('ערב', '{}') returning id),
     shown_by_link as (
       insert into webinar_template_shares (token_hash, template_id, expires_at)
       select md5(id::text) || md5(id::text), id, now() + interval '1 hour' from made),
     shown as (
       insert into webinar_interactions (webinar_id, kind, title) select id, 'announcement', 'ברוכים הבאים' from host returning id),
     signed as (
       insert into webinar_registrations (webinar_id, session_id, contact_id, name, email)
       select date.webinar_id, date.id, contacts.id, 'נועה', contacts.id || '@example.com' from date, ${clients} returning id, webinar_id),
     link as (insert into webinar_links (token_hash, registration_id) select md5(id::text) || md5(id::text), id from signed),
     hosted as (
       insert into webinar_sessions (webinar_id, starts_at, host_id)
       select host.id, now() + row_number() over () * interval '2 days', contacts.client_user_id from host, ${clients}),
     said as (
       insert into webinar_messages (webinar_id, user_id, author, kind, body)
       select host.id, contacts.client_user_id, 'הילה', 'chat', 'שלום' from host, ${clients}),
     invited as (
       insert into webinar_invites (token_hash, webinar_id, contact_id, email, invited_by)
       select md5(contacts.id::text) || md5(contacts.id::text), host.id, contacts.id, contacts.id || '@example.com', 'הילה' from host, ${clients}),
     asked as (
       insert into webinar_messages (webinar_id, registration_id, author, kind, body)
       select webinar_id, id, 'נועה', 'question', 'איך מתחילים?' from signed returning id, registration_id),
     voted as (insert into webinar_votes (message_id, registration_id) select id, registration_id from asked),
     opened as (
       insert into webinar_openings (session_id, interaction_id, opens_at, closes_at) select date.id, shown.id, now(), now() from date, shown),
     answered as (
       insert into webinar_answers (interaction_id, registration_id, kind) select shown.id, signed.id, 'clicked' from shown, signed),
     watched as (insert into webinar_peaks (session_id, viewers) select id, 1 from date),
     reacted as (insert into webinar_reactions (session_id, kind) select id, 'heart' from date)
   insert into webinar_views (id, registration_id, kind) select gen_random_uuid(), id, 'live' from signed`,
  `insert into snoozes values (${owner}, 'opportunity', gen_random_uuid(), now())`,
  `insert into suppressions (value_hash, reason, value_norm, created_by)
   values (${hash('a')}, 'manual', 'noa@example.com', ${owner})`,
  `insert into tracking_settings (pixel_id) values ('12345678')`,
  `insert into unsubscribe_reasons (reason, link_hash) values ('other', ${hash('b')})`,
]
