-- Message anchors of a form submission. `submitted`: the copy is sent to the answer of the field that is saved to
-- contact.email. `left`: the reminder of an abandoned form is sent to remind_to.
create function private.message_anchors_of_form_submission(submission uuid)
returns table (anchor text, at timestamptz, expires_at timestamptz, contact_id uuid, to_value text, is_partner boolean)
language sql stable security definer set search_path = '' as $$
  select 'submitted', s.completed_at, s.completed_at + interval '2 days', s.contact_id, typed.address, false
  from public.form_submissions s
  join public.form_versions v on v.form_id = s.form_id and v.number = s.form_version
  join public.contacts c on c.id = s.contact_id and c.deleted_at is null
  cross join lateral (
    select lower(btrim(s.answers ->> (jsonb_path_query_first(v.definition, '$.pages[*].groups[*].fields[*] ? (@.saving.to == "contact.email").key') #>> '{}'))) as address
  ) typed
  where s.id = submission and s.status = 'complete' and not s.is_demo and typed.address is not null
  union all
  select 'left', s.last_at, s.last_at + interval '2 days', s.contact_id, s.remind_to, false
  from public.form_submissions s join public.forms f on f.id = s.form_id and f.reminds_unfinished
  join public.contacts c on c.id = s.contact_id and c.deleted_at is null
  where s.id = submission and s.status = 'partial' and not s.is_demo and s.abandoned_at is not null and s.remind_to is not null
$$;

-- The address may belong to another person, so it gets at most three copies a day.
create function private.message_refusal_of_form_submission(message scheduled_messages) returns text
language sql stable security definer set search_path = '' as $$
  select 'too_many_copies' where 3 <= (
    select count(*) from public.scheduled_messages s
    where s.context_type = 'form_submission' and s.to_value = message.to_value and s.status not in ('skipped', 'canceled')
      and s.planned_at > message.planned_at - interval '1 day' and (s.planned_at, s.id) < (message.planned_at, message.id))
$$;

create function derive_form_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('form_submission', coalesce(new.id, old.id));
  return null;
end
$$;
create trigger derive_messages_of_new after insert on form_submissions
  for each row when (new.status = 'complete' and new.contact_id is not null and not new.is_demo) execute function derive_form_messages();
create trigger derive_messages after update on form_submissions
  for each row when (((new.status = 'complete' and new.contact_id is not null) or new.abandoned_at is not null)
    and (old.status, old.contact_id, old.abandoned_at, old.remind_to) is distinct from (new.status, new.contact_id, new.abandoned_at, new.remind_to)
    or (new.status = 'partial' and new.remind_to is not null and old.last_at <> new.last_at))
  execute function derive_form_messages();
create trigger derive_messages_of_deleted after delete on form_submissions
  for each row when (old.status = 'complete' or old.abandoned_at is not null) execute function derive_form_messages();
