-- The contact and all contacts merged into it.
create function records_of_person(person uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  with recursive records as (
    select c.id from public.contacts c where c.id = person
    union
    select c.id from public.contacts c join records r on c.merged_into_id = r.id
  )
  select id from records
$$;

-- Contact points that belong to this contact only: shared ones are also personal data of another person.
create function own_points(person uuid) returns table (kind text, value_norm text)
language sql stable security definer set search_path = '' as $$
  select distinct p.kind, p.value_norm from public.contact_points p
  where p.contact_id in (select public.records_of_person(person))
    and not exists (
      select from public.contact_points other join public.contacts c on c.id = other.contact_id
      where other.kind = p.kind and other.value_norm = p.value_norm and c.deleted_at is null
        and c.id not in (select public.records_of_person(person)))
$$;

create function own_addresses(person uuid) returns setof text
language sql stable security definer set search_path = '' as $$
  select p.value_norm from public.own_points(person) p where p.kind = 'email'
$$;

-- All personal data of a contact as JSON, reviews and their photos included.
create function person_data(person uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found_rows jsonb;
  found_tables jsonb := '{}';
  place record;
begin
  perform private.require_role('owner', 'admin');
  if not exists (select from public.contacts c where c.id = person) then
    raise sqlstate 'PT404' using message = 'person_not_found';
  end if;
  for place in
    select distinct k.conrelid::regclass::text as table_name, c.relname as name, string_agg(format('t.%I in (select public.records_of_person($1))', a.attname), ' or ') as condition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid = 'public.contacts'::regclass and c.relname not in ('duplicate_pairs', 'merges', 'budget_items', 'metric_periods')
    group by 1, 2
    union all select 'public.households', 'households', 't.id in (select c.household_id from public.contacts c where c.id in (select public.records_of_person($1)))'
    union all select 'public.opportunity_stage_history', 'opportunity_stage_history',
      't.opportunity_id in (select o.id from public.opportunities o where o.contact_id in (select public.records_of_person($1)))'
    union all select 'public.newsletter_requests', 'newsletter_requests', 't.email in (select public.own_addresses($1))'
    union all select 'public.reviews', 'reviews', 't.id in (select a.review_id from public.review_authors a where a.contact_id in (select public.records_of_person($1)))'
    union all select 'public.review_photos', 'review_photos',
      't.review_id in (select a.review_id from public.review_authors a where a.contact_id in (select public.records_of_person($1)))'
    union all select 'public.stage_document_files', 'stage_document_files',
      't.file_id in (select f.id from public.files f where f.contact_id in (select public.records_of_person($1)))'
    union all select 'public.form_files', 'form_files',
      't.submission_id in (select s.id from public.form_submissions s where s.contact_id in (select public.records_of_person($1)))'
    union all select 'public.form_sealed_answers', 'form_sealed_answers',
      't.submission_id in (select s.id from public.form_submissions s where s.contact_id in (select public.records_of_person($1)))'
    union all select 'public.form_former_answers', 'form_former_answers',
      't.submission_id in (select s.id from public.form_submissions s where s.contact_id in (select public.records_of_person($1)))'
    union all select 'public.quiz_sealed_answers', 'quiz_sealed_answers',
      't.attempt_id in (select a.id from public.quiz_attempts a where a.contact_id in (select public.records_of_person($1)))'
    union all select 'public.quiz_deliveries', 'quiz_deliveries', 't.email in (select public.own_addresses($1))'
    union all select 'public.quiz_reminders', 'quiz_reminders', 't.email in (select public.own_addresses($1))'
    -- Excludes private items of the partner. Shared items belong to the partners, not to a child of the household.
    union all select 'public.budget_items', 'budget_items',
      't.private_to in (select public.records_of_person($1)) or t.private_to is null and t.household_id in (select c.household_id from public.contacts c where c.id in (select public.records_of_person($1)) and coalesce(c.household_role, ''partner'') = ''partner'')'
    union all select 'public.metric_periods', 'metric_periods',
      't.sealed is not null and t.metric_id in (select m.id from public.metrics m where m.contact_id in (select public.records_of_person($1)))'
    union all select 'public.audit_log', 'audit_log', 't.contact_id in (select public.records_of_person($1))'
  loop
    if place.name = 'contacts' then place.condition := 't.id in (select public.records_of_person($1))'; end if;
    -- An attendee of another contact's appointment may be stored by address only.
    if place.name = 'appointment_attendees' then place.condition := place.condition || ' or t.email in (select public.own_addresses($1))'; end if;
    execute format(
      'select coalesce(jsonb_agg((select jsonb_object_agg(field.key, field.value) from jsonb_each(to_jsonb(t)) field
         where field.key not like ''%%hash%%'' and field.key not in (''search_name'', ''rank''))), ''[]'') from %s t where %s',
      place.table_name, place.condition) into found_rows using person;
    if found_rows <> '[]' then found_tables := found_tables || jsonb_build_object(place.name, found_rows); end if;
  end loop;
  return found_tables;
end
$$;

-- The number of rows per kind, for the confirmation page of an erasure.
create function person_holdings(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(part.key, jsonb_array_length(part.value)), '{}') from jsonb_each(public.person_data(person)) part
$$;

-- Erases a contact: deletes or anonymises all personal data, except records required by law. Irreversible. Does not check permissions: its
-- callers do.
create function anonymise_person(person uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  records constant uuid[] := array(select public.records_of_person(person));
  addresses constant text[] := array(select public.own_addresses(person));
  numbers constant text[] := array(select p.value_norm from public.own_points(person) p where p.kind = 'phone');
  homes constant uuid[] := array(select distinct c.household_id from public.contacts c where c.id = any (records) and c.household_id is not null);
  accounts constant uuid[] := array(select c.client_user_id from public.contacts c where c.id = any (records) and c.client_user_id is not null);
  deals constant uuid[] := array(select o.id from public.opportunities o where o.contact_id = any (records));
begin
  perform from public.contacts c where c.id = any (records) order by c.id for update;
  perform public.forget_traces(person);
  delete from public.merges m where m.winner_id = any (records) or m.loser_id = any (records);
  delete from public.duplicate_pairs d where d.first_id = any (records) or d.second_id = any (records);

  -- The shared budget of the household remains as long as it has another partner: a child cannot see it.
  delete from public.budget_items b where b.private_to = any (records)
    or b.private_to is null and b.household_id = any (homes) and not exists (
      select from public.contacts c where c.household_id = b.household_id and coalesce(c.household_role, 'partner') = 'partner'
        and c.anonymised_at is null and c.id <> all (records));
  delete from public.budget_reads r where r.household_id = any (homes) and not exists (
    select from public.contacts c where c.household_id = r.household_id and coalesce(c.household_role, 'partner') = 'partner'
      and c.anonymised_at is null and c.id <> all (records));
  update public.budget_items b set created_by = null, updated_by = null where b.created_by = any (records) or b.updated_by = any (records);
  delete from public.budget_sharing s where s.contact_id = any (records);
  -- Cascades to the metrics' periods.
  delete from public.metrics m where m.contact_id = any (records);
  update public.metric_periods p set reported_by = null where p.reported_by = any (records);
  delete from public.metric_reads r where r.contact_id = any (records);
  delete from public.client_processes p where p.contact_id = any (records);
  -- Cascades to shared notes.
  delete from public.session_notes n where n.contact_id = any (records);
  -- Cascades to messages and files. The person's messages in a household thread are deleted, too.
  delete from public.threads t where t.contact_id = any (records) and t.household_id is null;
  delete from public.thread_messages m where m.contact_id = any (records);
  delete from public.threads t where t.contact_id = any (records)
    and not exists (select from public.thread_messages m where m.thread_id = t.id);
  delete from public.action_links l where l.contact_id = any (records);
  delete from public.client_invitations i where i.contact_id = any (records);
  -- Signatures of a partner remain, without the file.
  delete from public.signature_requests s where s.contact_id = any (records);
  -- Files that staff sent to the household remain in its thread.
  delete from public.files f where f.contact_id = any (records) and f.thread_message_id is null;
  delete from public.contact_requests r where r.contact_id = any (records);
  delete from public.tasks t where t.contact_id = any (records) or t.opportunity_id = any (deals);
  -- Cascades to attendees and links.
  delete from public.appointments a where a.contact_id = any (records);
  delete from public.session_packages p where p.contact_id = any (records);
  delete from public.appointment_preparations p using public.appointments a, public.appointment_attendees t
  where a.root_id = p.root_id and t.appointment_id = a.id and t.role = p.role and (t.contact_id = any (records) or t.email = any (addresses));
  delete from public.appointment_attendees t where t.contact_id = any (records) or t.email = any (addresses);
  delete from public.opportunities o where o.id = any (deals);
  -- Cascades to sealed answers and files.
  delete from public.form_submissions f where f.contact_id = any (records);
  delete from public.form_links f where f.contact_id = any (records);
  delete from public.booking_links l where l.contact_id = any (records);
  -- Cascades to sealed answers, links and mails.
  delete from public.quiz_attempts q where q.contact_id = any (records);
  delete from public.quiz_deliveries d where d.email = any (addresses);
  delete from public.quiz_reminders r where r.email = any (addresses);
  -- Cascades to deliveries and links.
  delete from public.lead_magnet_requests r where r.contact_id = any (records) or r.email = any (addresses);
  -- Cascades to progress, tokens and comments.
  delete from public.launch_participants p where p.contact_id = any (records) or p.email = any (addresses);
  delete from public.group_waits w where w.contact_id = any (records) or w.email = any (addresses);
  delete from public.launch_waitlist w where w.contact_id = any (records);
  -- Cascades to links, chat messages, answers and views.
  delete from public.webinar_registrations r where r.contact_id = any (records) or r.email = any (addresses);
  delete from public.webinar_invites i where i.contact_id = any (records) or i.email = any (addresses);
  delete from public.product_waitlist w where w.contact_id = any (records);
  -- Cascades to attempts and links. Paid orders remain, as required by law.
  delete from public.orders o where o.contact_id = any (records) and o.paid_at is null and not private.has_open_attempt(o.id)
    and not exists (select from public.payments p where p.order_id = o.id);
  -- Deletes the provider's card token. The plan remains with the payments.
  delete from public.plan_cards k using public.payment_plans p where p.id = k.plan_id and p.contact_id = any (records);
  delete from public.contact_tags t where t.contact_id = any (records);
  delete from public.automation_runs r where r.contact_id = any (records);
  delete from public.automation_list_members m where m.contact_id = any (records);
  delete from public.campaign_recipients r where r.contact_id = any (records);
  delete from public.messages m where m.contact_id = any (records);
  delete from public.scheduled_messages m where m.contact_id = any (records) or m.to_value = any (addresses || numbers);
  delete from public.received_messages m where m.contact_id = any (records) or m.from_value = any (numbers || addresses);
  delete from public.preference_links l where l.contact_id = any (records);
  delete from public.subscriptions s where s.contact_id = any (records);
  -- Published reviews remain without an author; unpublished ones are deleted.
  delete from public.reviews r using public.review_authors a
  where a.review_id = r.id and a.contact_id = any (records) and r.status <> 'approved';
  update public.reviews r set shown_name = 'בעילום שם', about = null, original_body = r.body,
    edit_agreed_on = coalesce(r.edit_agreed_on, r.permitted_on), permission = 'האישור נמחק עם פרטי האדם, לבקשתו'
  from public.review_authors a where a.review_id = r.id and a.contact_id = any (records);
  update public.review_authors r set name = 'פרטים נמחקו', email = null, contact_id = null, source_url = null, ip_trunc = null, user_agent = null
  where r.contact_id = any (records);

  -- Only the hash is stored, so that a later import does not lead to mail to the address.
  insert into public.suppressions (value_norm, channel, reason, note)
  select address, 'email', 'manual', 'נמחק לבקשת האדם' from unnest(addresses) address
  union all
  select number, channel, 'manual', 'נמחק לבקשת האדם' from unnest(numbers) number, unnest(array['whatsapp', 'sms']) channel
  on conflict do nothing;
  update public.suppressions s set value_norm = null, note = 'נמחק לבקשת האדם' where s.value_norm = any (addresses || numbers);
  delete from public.contact_points p where p.contact_id = any (records);

  update public.contacts c set first_name = 'פרטים נמחקו', last_name = null, gender_form = 'neutral', birth_date = null,
    do_not_contact = true, owner_id = null, client_user_id = null, household_id = null, household_role = null, source = null,
    external_id = null, deleted_at = coalesce(c.deleted_at, now()), anonymised_at = now()
  where c.id = any (records);
  update public.contact_staff_details d set call_basis = null, call_basis_at = null, call_basis_note = null, dnc_checked_at = null,
    first_touch = null, last_touch = null, score = 0, custom = '{}'
  where d.contact_id = any (records);
  update public.households h set name = 'פרטים נמחקו', address = null, notes = null, custom = '{}', deleted_at = coalesce(h.deleted_at, now())
  where h.id = any (homes)
    and not exists (select from public.contacts c where c.household_id = h.id and c.anonymised_at is null);
  delete from public.push_subscriptions s where s.user_id = any (accounts) and s.surface = 'portal';
  -- The portal account is deleted too, unless it belongs to a staff member.
  delete from auth.users u where u.id = any (accounts)
    and not exists (select from public.user_roles r where r.user_id = u.id and r.role <> 'client');
  -- Runs last, because the statements above write to the timeline and the audit log.
  delete from public.activities a where a.contact_id = any (records);
  delete from public.domain_events e where e.contact_id = any (records);
  perform public.forget_in_audit_log(record) from unnest(records) record;
  update public.audit_log l set before = null, after = null, label = ''
  where l.entity = 'households' and l.entity_id in (select h.id::text from public.households h where h.id = any (homes) and h.name = 'פרטים נמחקו')
    or l.entity = 'reviews' and l.entity_id in (select a.review_id::text from public.review_authors a where a.name = 'פרטים נמחקו')
    or l.at >= now() and l.entity in ('reviews', 'review_authors', 'suppressions', 'newsletter_requests', 'mail_preferences');
  insert into public.privacy_events (person_id, kind, by) values (person, 'anonymised', auth.uid());
end
$$;

-- Owners only, with the version they have seen. Refusals: not_allowed, person_not_found, stale_version.
create function forget_person(person uuid, expected_version integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  seen integer;
begin
  perform private.require_role('owner');
  select c.version into seen from public.contacts c where c.id = person and c.anonymised_at is null and c.merged_into_id is null for update;
  if seen is null then raise sqlstate 'PT404' using message = 'person_not_found'; end if;
  if seen <> expected_version then raise sqlstate 'PT409' using message = 'stale_version'; end if;
  perform public.anonymise_person(person);
end
$$;

grant execute on function person_holdings(uuid), forget_person(uuid, integer) to authenticated;
grant execute on function person_data(uuid) to service_role;
