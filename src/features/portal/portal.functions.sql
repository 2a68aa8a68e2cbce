-- A client ticks a task that they see, or takes the tick back. Staff change tasks directly.
create function set_client_task_done(task uuid, is_done boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.tasks t set status = case when is_done then 'Done' else 'To Do' end
  where t.id = task and t.deleted_at is null and t.status in ('To Do', 'In Progress', 'Done')
    and (t.shared_with is not null and t.contact_id = public.my_client_contact_id()
      or t.shared_with = 'household' and t.contact_id in (select public.my_household_contact_ids()));
  if not found then raise sqlstate 'PT404' using message = 'task_gone'; end if;
end
$$;
grant execute on function set_client_task_done(uuid, boolean) to authenticated;

-- Appointments of the signed-in client, as main or as partner, with what they may know of them.
create function my_appointments() returns table (
  id uuid, title text, status text, starts_at timestamptz, ends_at timestamptz, location_kind text, location_value text, join_url text,
  host text)
language sql stable security definer set search_path = '' as $$
  select a.id, a.title, a.status, a.starts_at, a.ends_at, a.location_kind, a.location_value, a.join_url, p.full_name
  from public.appointments a left join public.staff_profiles p on p.user_id = a.user_id
  where a.status in ('awaiting_payment', 'pending', 'confirmed', 'cancelled', 'completed', 'no_show')
    and (a.contact_id = public.my_client_contact_id() or exists (
      select from public.appointment_attendees t where t.appointment_id = a.id and t.contact_id = public.my_client_contact_id()))
  order by a.starts_at desc limit 200
$$;
comment on function my_appointments is 'never null: id, title, status, starts_at, ends_at, location_kind, location_value';
grant execute on function my_appointments() to authenticated;

-- Packages of meetings of the signed-in client and the partner: held, booked ahead, and left to book: of one that ended, none. One that
-- ended with nothing booked ahead, or whose meetings were all held, is history.
create function my_packages() returns table (id uuid, title text, total integer, held integer, booked integer, remaining integer, expires_on date)
language sql stable security definer set search_path = '' as $$
  select p.id, t.title, p.total, used.held, used.booked,
    case when valid.is_over then 0 else p.total - used.held - used.booked end, p.expires_on
  from public.session_packages p join public.appointment_types t on t.id = p.type_id,
    lateral (select coalesce(p.expires_on < (now() at time zone 'Asia/Jerusalem')::date, false) as is_over) valid,
    lateral (select count(*) filter (where a.ends_at <= now())::integer as held, count(*) filter (where a.ends_at > now())::integer as booked
      from public.appointments a where a.package_id = p.id and private.uses_package(a.status, a.no_show)) used
  where (p.contact_id = public.my_client_contact_id() or p.contact_id in (select public.my_household_contact_ids()))
    and (used.booked > 0 or used.held < p.total and not valid.is_over)
  order by p.expires_on nulls last, p.created_at, p.id limit 20
$$;
comment on function my_packages is 'never null: id, title, total, held, booked, remaining';
revoke execute on function my_packages() from public;
grant execute on function my_packages() to authenticated;

-- Opens the page that manages an appointment: stores the hash of a token that the browser drew.
create function open_my_appointment(appointment uuid, token text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if token !~ '^[\w-]{22}$' then raise sqlstate 'PT422' using message = 'appointment_gone'; end if;
  insert into public.appointment_links (token_hash, root_id, role)
  select public.link_hash(token), a.root_id, case when a.contact_id = public.my_client_contact_id() then 'main' else 'partner' end
  from public.appointments a
  where a.id = appointment and (a.contact_id = public.my_client_contact_id() or exists (
    select from public.appointment_attendees t where t.appointment_id = a.id and t.contact_id = public.my_client_contact_id()));
  if not found then raise sqlstate 'PT404' using message = 'appointment_gone'; end if;
end
$$;
grant execute on function open_my_appointment(uuid, text) to authenticated;

-- First names of the signed-in client and their partner, the caller's own first.
create function my_household_names() returns table (contact_id uuid, first_name text)
language sql stable security definer set search_path = '' as $$
  select c.id, c.first_name from public.contacts c
  where c.id in (select public.my_household_contact_ids())
  order by c.id is distinct from public.my_client_contact_id(), c.created_at, c.id
$$;
comment on function my_household_names is 'never null: contact_id, first_name';
revoke execute on function my_household_names() from public;
grant execute on function my_household_names() to authenticated;

-- Opens the page of the client's mail subscriptions: stores the hash of a token that the browser drew.
create function open_my_mail_preferences(token text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if token !~ '^[\w-]{22}$' then raise sqlstate 'PT422' using message = 'client_without_email'; end if;
  insert into public.preference_links (token_hash, contact_id, email)
  select public.link_hash(token), p.contact_id, p.value_norm from public.contact_points p
  where p.contact_id = public.my_client_contact_id() and p.kind = 'email'
  order by p.is_primary desc, p.created_at, p.id limit 1;
  if not found then raise sqlstate 'PT404' using message = 'client_without_email'; end if;
end
$$;
revoke execute on function open_my_mail_preferences(text) from public;
grant execute on function open_my_mail_preferences(text) to authenticated;

-- Charges and payments of the signed-in client, without the staff's notes. `settles_agorot` is what an entry pays of the charges. A document
-- that is held for its allocation number has its kind only.
create function my_ledger() returns table (id uuid, kind text, title text, on_day date, amount_agorot integer, settles_agorot integer,
  document_kind text, document_number text, document_url text)
language sql stable security definer set search_path = '' as $$
  select c.id, 'charge', c.title, c.due_on, c.amount_agorot, 0, null, null, null
  from public.charges c where c.contact_id = public.my_client_contact_id() and c.voided_at is null
  union all
  select p.id, p.kind, p.method, p.paid_on, p.amount_agorot,
    case p.kind when 'refund' then p.credited_agorot - p.amount_agorot else p.amount_agorot end, d.kind,
    case when d.id is null or d.completed_at is not null then p.document_number end, case when d.completed_at is not null then d.url end
  from public.payments p left join public.tax_documents d on d.payment_id = p.id and d.status = 'issued'
  where p.contact_id = public.my_client_contact_id() and p.voided_at is null and p.status = 'captured'
  order by 4 desc, 1
$$;
comment on function my_ledger is 'never null: id, kind, title, on_day, amount_agorot, settles_agorot';
grant execute on function my_ledger() to authenticated;

-- A client asks for the erasure of their data: a task of the business, because some records are kept by law.
create function request_my_erasure() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  person public.contacts;
begin
  select c.* into person from public.contacts c where c.id = public.my_client_contact_id() for update;
  if person.id is null then raise sqlstate 'PT403' using message = 'not_allowed'; end if;
  if exists (select from public.tasks t where t.contact_id = person.id and t.name = 'בקשה למחיקת מידע' and t.status in ('To Do', 'In Progress')) then
    return;
  end if;
  insert into public.tasks (name, contact_id, user_id, priority, due_date, is_demo)
  select 'בקשה למחיקת מידע', person.id, (select r.user_id from public.user_roles r where r.role = 'owner' and r.is_active order by r.created_at limit 1),
    'high', (now() at time zone 'Asia/Jerusalem')::date + 30, person.is_demo;
end
$$;
grant execute on function request_my_erasure() to authenticated;

-- What a contact shared in a household ends with it, however it ended: by the partner, by the staff, or with the household itself. It is not
-- shared with a next household either. What one of the two signed stays theirs; private items go along, and so does the budget's own rule.
create function private.narrow_shares_of(person uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.tasks t set shared_with = 'client' where t.contact_id = person and t.shared_with = 'household';
  update public.files f set shared_with = 'client' where f.contact_id = person and f.shared_with = 'household';
  update public.metrics m set shared_with = 'client' where m.contact_id = person and m.shared_with = 'household';
  update public.client_processes p set household_id = null where p.contact_id = person and p.household_id is not null;
  update public.signature_requests s set withdrawn_at = now() from public.files f
  where f.id = s.file_id and s.withdrawn_at is null and s.signed_at is null and f.contact_id <> s.contact_id
    and person in (f.contact_id, s.contact_id);
$$;

create function narrow_shares_of_former_home() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.narrow_shares_of(new.id);
  return null;
end
$$;
create trigger narrow_shares after update of household_id on contacts
  for each row when (old.household_id is not null and new.household_id is distinct from old.household_id)
  execute function narrow_shares_of_former_home();

-- A partner leaves the household by their own decision, at once, and the business gets a task. Refusal: no_household.
create function leave_my_household() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  person public.contacts;
begin
  -- Not `for update`: a signature that is being given refers to the contact.
  select c.* into person from public.contacts c where c.id = public.my_client_contact_id() for no key update;
  if person.id is null then raise sqlstate 'PT403' using message = 'not_allowed'; end if;
  if person.household_id is null or person.household_role is distinct from 'partner' then
    raise sqlstate 'PT409' using message = 'no_household';
  end if;
  update public.contacts c set household_id = null, household_role = null where c.id = person.id;
  insert into public.tasks (name, contact_id, user_id, priority, due_date, is_demo)
  select 'יציאה מהבית המשותף באזור האישי: לתאם את ההמשך', person.id, u.user_id, 'high', (now() at time zone 'Asia/Jerusalem')::date, person.is_demo
  from public.notice_recipients(person.owner_id) u (user_id) order by u.user_id limit 1;
end
$$;
revoke execute on function leave_my_household() from public;
grant execute on function leave_my_household() to authenticated;

-- What a client gets of their own data: their rows, and those that a partner shares. Each list names its owners: staff who are clients
-- too see other rows of the same tables.
create function my_data() returns jsonb
language sql stable set search_path = public as $$
  with me as (select c.id, c.household_id from contacts c where c.id = my_client_contact_id()),
  own_threads as (
    select t.id from threads t, me
    where t.household_id is null and t.contact_id = me.id or t.household_id = me.household_id),
  home as (select my_household_contact_ids() as id)
  select jsonb_build_object(
    'contact', (select to_jsonb(c) - array['search_name', 'owner_id', 'version'] from contacts c where c.id = me.id),
    'contact_points', (select jsonb_agg(to_jsonb(p)) from contact_points p where p.contact_id = me.id),
    'processes', (select jsonb_agg(to_jsonb(p)) from client_processes p where p.id in (select my_process_ids())),
    'stages', (select jsonb_agg(to_jsonb(i)) from process_stage_instances i where i.client_process_id in (select my_process_ids())),
    'tasks', (select jsonb_agg(to_jsonb(t)) from tasks t where t.deleted_at is null and (t.shared_with is not null and t.contact_id = me.id
      or t.shared_with = 'household' and t.contact_id in (select h.id from home h))),
    'files', (select jsonb_agg(to_jsonb(f)) from files f where f.deleted_at is null and (f.shared_with is not null and f.contact_id = me.id
      or f.shared_with = 'household' and f.contact_id in (select h.id from home h) or f.thread_id in (select t.id from own_threads t)
      or f.id in (select my_signed_file_ids()))),
    'stage_documents', (select jsonb_agg(jsonb_build_object('file_id', x.file_id, 'name', d.name, 'status', x.status, 'reason', x.reason,
        'decided_at', x.decided_at))
      from stage_document_files x join files f on f.id = x.file_id and f.deleted_at is null
      left join stage_documents d on d.id = x.stage_document_id
      where f.shared_with is not null and f.contact_id = me.id or f.shared_with = 'household' and f.contact_id in (select h.id from home h)),
    'signatures', (select jsonb_agg(to_jsonb(k)) from signature_requests s, lateral signature_certificate(s.id) k
      where s.signed_at is not null and s.contact_id = me.id),
    'summaries', (select jsonb_agg(to_jsonb(s)) from session_summaries s where s.contact_id = me.id
      or s.shared_with = 'household' and s.contact_id in (select h.id from home h)),
    'consents', (select jsonb_agg(to_jsonb(c)) from consents c where c.contact_id = me.id),
    'messages', (select jsonb_agg(to_jsonb(m)) from thread_messages m where m.thread_id in (select t.id from own_threads t)),
    'appointments', (select jsonb_agg(to_jsonb(a)) from my_appointments() a),
    'packages', (select jsonb_agg(to_jsonb(k)) from my_packages() k),
    'payments', (select jsonb_agg(to_jsonb(l)) from my_ledger() l))
  from me
$$;
grant execute on function my_data() to authenticated;
