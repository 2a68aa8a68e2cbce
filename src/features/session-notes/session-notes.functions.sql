create trigger next_version before update on session_notes for each row execute function next_version();
create trigger next_version before update on session_agenda for each row execute function next_version();

-- Staff who can write and read notes of a contact's meetings; excludes the sales role.
create function may_take_notes(contact uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select public.has_role('owner', 'admin') or (public.has_role('coach') and contact in (select public.my_contact_ids()))
$$;
comment on function may_take_notes is 'never null';
grant execute on function may_take_notes(uuid) to authenticated, service_role;

create function private.are_note_steps(steps jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(steps) <> 'array' or jsonb_array_length(steps) > 30 then false else
    not exists (select from jsonb_array_elements(steps) s where (
      coalesce(s ->> 'id', '') ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      and char_length(coalesce(s ->> 'text', '')) <= 200 and coalesce(s ->> 'owner', '') in ('client', 'coach')
      and coalesce(s ->> 'due_on', '2026-01-01') ~ '^\d{4}-\d\d-\d\d$'
      and coalesce(s ->> 'task_id', '00000000-0000-0000-0000-000000000000') ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') is not true) end
$$;

-- Preserves the task id of each decision when an outdated editor saves over it, so that no task is created twice.
create function session_notes_before_write() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not private.are_note_steps(new.steps) then raise sqlstate 'PT422' using message = 'note_steps_invalid'; end if;
  begin
    perform (s ->> 'due_on')::date from jsonb_array_elements(new.steps) s;
  exception when datetime_field_overflow then
    raise sqlstate 'PT422' using message = 'note_steps_invalid';
  end;
  if tg_op = 'UPDATE' then
    new.steps := (
      select coalesce(jsonb_agg(s.value || coalesce((
          select jsonb_build_object('task_id', o.value -> 'task_id') from jsonb_array_elements(old.steps) o
          where o.value ->> 'id' = s.value ->> 'id' and o.value ->> 'task_id' is not null limit 1), '{}') order by s.place), '[]')
      from jsonb_array_elements(new.steps) with ordinality s (value, place));
  end if;
  return new;
end
$$;
create trigger check_steps before insert or update of steps on session_notes for each row execute function session_notes_before_write();

-- The note of a meeting, prefilled with the agenda. A meeting has one note: a second call returns it. Without a meeting, a note for today
-- is created. Refusals: client_gone, meeting_gone.
create function open_session_note(contact uuid, appointment uuid default null) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  meeting public.appointments;
  note uuid;
begin
  if not public.may_take_notes(contact) or not exists (select from public.contacts c where c.id = contact and c.deleted_at is null) then
    raise sqlstate 'PT404' using message = 'client_gone';
  end if;
  if appointment is not null then
    select a.* into meeting from public.appointments a where a.id = appointment and (a.contact_id = contact
      or exists (select from public.appointment_attendees t where t.appointment_id = a.id and t.contact_id = contact));
    if meeting.id is null then raise sqlstate 'PT404' using message = 'meeting_gone'; end if;
  end if;
  insert into public.session_notes (contact_id, appointment_id, held_on, title, private_md, shared_md, is_demo)
  select c.id, meeting.id, (coalesce(meeting.starts_at, now()) at time zone 'Asia/Jerusalem')::date, coalesce(meeting.title, 'פגישה'),
    g.private_md, g.shared_md, c.is_demo
  from public.contacts c, public.session_agenda g where c.id = contact
  on conflict (appointment_id) do nothing
  returning id into note;
  if note is not null then return note; end if;
  select n.id into note from public.session_notes n where n.appointment_id = appointment and public.may_take_notes(n.contact_id);
  if note is null then raise sqlstate 'PT404' using message = 'meeting_gone'; end if;
  return note;
end
$$;
comment on function open_session_note is 'never null';
revoke execute on function open_session_note(uuid, uuid) from public;
grant execute on function open_session_note(uuid, uuid) to authenticated;

-- Moves the note of a rescheduled meeting to the new appointment.
create function move_session_note() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.session_notes n set appointment_id = new.id, held_on = (new.starts_at at time zone 'Asia/Jerusalem')::date
  where n.appointment_id = new.rescheduled_from_id;
  return null;
end
$$;
create trigger move_session_note after insert on appointments
  for each row when (new.rescheduled_from_id is not null) execute function move_session_note();

-- Locks a note that the caller can edit, if its version matches. Refusals: note_gone, stale_version.
create function private.lock_session_note(note uuid, seen integer) returns session_notes
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_note public.session_notes;
begin
  select n.* into found_note from public.session_notes n where n.id = note for update;
  if found_note.id is null or not public.may_take_notes(found_note.contact_id) then raise sqlstate 'PT404' using message = 'note_gone'; end if;
  if found_note.version <> seen then raise sqlstate 'PT409' using message = 'stale_version'; end if;
  return found_note;
end
$$;

create function private.has_partner(contact uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.contacts c join public.contacts o on o.household_id = c.household_id and o.id <> c.id
    where c.id = contact and c.household_role = 'partner' and o.household_role = 'partner' and o.deleted_at is null)
$$;

-- Staff: whether a note can be shared with a partner, whose contact may be hidden from the coach.
create function note_has_partner(note uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.session_notes n
    where n.id = note and public.may_take_notes(n.contact_id) and private.has_partner(n.contact_id))
$$;
comment on function note_has_partner is 'never null';
revoke execute on function note_has_partner(uuid) from public;
grant execute on function note_has_partner(uuid) to authenticated;

-- Who can see the shared part of a note: both partners only while there are two, so that a later partner cannot see it.
create function private.readers_of_note(note session_notes) returns text
language sql stable security definer set search_path = '' as $$
  select case when private.has_partner(note.contact_id) then note.shared_with else 'client' end
$$;

-- Creates a task for each decision without one; returns their number. Refusals: note_gone, stale_version.
create function add_tasks_of_note(note uuid, seen integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  source constant public.session_notes := private.lock_session_note(note, seen);
  readers constant text := private.readers_of_note(source);
  made jsonb := '[]';
  step jsonb;
  added integer := 0;
  task uuid;
begin
  for step in select s.value from jsonb_array_elements(source.steps) with ordinality s (value, place) order by s.place loop
    if step ->> 'task_id' is null and btrim(step ->> 'text') <> '' then
      insert into public.tasks (name, contact_id, user_id, due_date, shared_with, created_by, is_demo)
      values (btrim(step ->> 'text'), source.contact_id, case when step ->> 'owner' = 'coach' then auth.uid() end, (step ->> 'due_on')::date,
        case when step ->> 'owner' = 'client' then readers end, auth.uid(), source.is_demo)
      returning id into task;
      step := step || jsonb_build_object('task_id', task);
      added := added + 1;
    end if;
    made := made || jsonb_build_array(step);
  end loop;
  if added > 0 then update public.session_notes n set steps = made where n.id = source.id; end if;
  return added;
end
$$;
comment on function add_tasks_of_note is 'never null';
revoke execute on function add_tasks_of_note(uuid, integer) from public;
grant execute on function add_tasks_of_note(uuid, integer) to authenticated;

-- Shares the current shared part of a note with the client, replacing an earlier one. Refusals: note_gone, stale_version, summary_empty.
create function share_session_note(note uuid, seen integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  source constant public.session_notes := private.lock_session_note(note, seen);
  decisions jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object('text', btrim(s.value ->> 'text'), 'owner', s.value ->> 'owner', 'due_on', s.value -> 'due_on')
    order by s.place), '[]') into decisions
  from jsonb_array_elements(source.steps) with ordinality s (value, place) where btrim(s.value ->> 'text') <> '';
  if btrim(source.shared_md) = '' and decisions = '[]' then raise sqlstate 'PT422' using message = 'summary_empty'; end if;
  insert into public.session_summaries (note_id, contact_id, held_on, title, body, steps, shared_with, is_demo)
  values (source.id, source.contact_id, source.held_on, source.title, source.shared_md, decisions, private.readers_of_note(source), source.is_demo)
  on conflict (note_id) do update set held_on = excluded.held_on, title = excluded.title, body = excluded.body, steps = excluded.steps,
    shared_with = excluded.shared_with, updated_at = now();
end
$$;
revoke execute on function share_session_note(uuid, integer) from public;
grant execute on function share_session_note(uuid, integer) to authenticated;

-- Unshares a note without deleting it. Refusal: note_gone.
create function unshare_session_note(note uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (select from public.session_notes n where n.id = note and public.may_take_notes(n.contact_id)) then
    raise sqlstate 'PT404' using message = 'note_gone';
  end if;
  delete from public.session_summaries s where s.note_id = note;
end
$$;
revoke execute on function unshare_session_note(uuid) from public;
grant execute on function unshare_session_note(uuid) to authenticated;

-- On first sharing: an event, a timeline entry, and a message to each reader, which is mailed if it stays unread.
create function note_session_summary() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.emit_event('summary.shared', new.contact_id, 'session_note', new.note_id,
    jsonb_build_object('title', new.title, 'held_on', new.held_on), new.is_demo);
  insert into public.activities (type, actor_kind, actor_id, contact_id, related_type, related_id, title_cache, is_demo)
  values ('summary.shared', case when auth.uid() is null then 'system' else 'user' end, auth.uid(), new.contact_id, 'session_note', new.note_id,
    new.title, new.is_demo);
  if new.is_demo then return null; end if;
  with reader as (
    select r.id from public.contacts c join public.contacts r on r.id = c.id
      or new.shared_with = 'household' and r.household_id = c.household_id and r.household_role = 'partner'
    where c.id = new.contact_id and r.deleted_at is null and r.client_user_id is not null),
  opened as (
    insert into public.threads (contact_id) select r.id from reader r on conflict do nothing returning id, contact_id)
  insert into public.thread_messages (thread_id, author_kind, body, is_automatic)
  select t.id, 'staff', format('הסיכום של ⁨%s⁩ מ־%s מחכה לכם בפגישות, באזור האישי.', new.title, to_char(new.held_on, 'DD.MM.YYYY')), true
  from (select o.id, o.contact_id from opened o union select t.id, t.contact_id from public.threads t where t.household_id is null) t
  join reader r on r.id = t.contact_id;
  return null;
end
$$;
create trigger note_shared after insert on session_summaries for each row execute function note_session_summary();

create function private.narrow_notes_of(person uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.session_notes n set shared_with = 'client' where n.contact_id = person and n.shared_with = 'household';
  update public.session_summaries s set shared_with = 'client' where s.contact_id = person and s.shared_with = 'household';
$$;

-- When a household membership ends, summaries shared with both partners become private, also for the partner who
-- remains. A later partner must not see them.
create function narrow_session_notes() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.narrow_notes_of(new.id);
  perform private.narrow_notes_of(c.id) from public.contacts c
  where c.household_id = old.household_id and c.household_role = 'partner' and not private.has_partner(c.id);
  return null;
end
$$;
create trigger narrow_session_notes after update of household_id on contacts
  for each row when (old.household_id is not null and new.household_id is distinct from old.household_id)
  execute function narrow_session_notes();
