-- Message anchor of a delivery.
create function private.message_anchors_of_quiz_delivery(delivery uuid)
returns table (anchor text, at timestamptz, expires_at timestamptz, contact_id uuid, to_value text, is_partner boolean)
language sql stable security definer set search_path = '' as $$
  select 'requested', d.created_at, d.created_at + interval '7 days', t.contact_id, d.email, false
  from public.quiz_deliveries d
  join public.quiz_attempts t on t.id = d.attempt_id
  join public.contacts c on c.id = t.contact_id and c.deleted_at is null
  where d.id = delivery and not t.is_demo
$$;

create function derive_quiz_messages() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('quiz_delivery', coalesce(new.id, old.id));
  return null;
end
$$;
create trigger derive_messages after insert or delete on quiz_deliveries for each row execute function derive_quiz_messages();

-- Message anchors of an attempt. A later result of the same contact cancels the mail that suggests a repetition of this
-- one.
create function private.message_anchors_of_quiz_attempt(attempt uuid)
returns table (anchor text, at timestamptz, expires_at timestamptz, contact_id uuid, to_value text, is_partner boolean)
language sql stable security definer set search_path = '' as $$
  select 'completed', t.completed_at, t.completed_at + interval '120 days', t.contact_id, t.email, false
  from public.quiz_attempts t
  join public.contacts c on c.id = t.contact_id and c.deleted_at is null
  where t.id = attempt and t.completed_at is not null and t.email is not null and not t.is_demo
    and not exists (select from public.quiz_attempts later where later.contact_id = t.contact_id and later.completed_at > t.completed_at)
  union all
  -- Sent to the address without a contact, because a contact is created only with the result.
  select 'left', t.last_at, t.last_at + interval '2 days', null::uuid, r.email, false
  from public.quiz_attempts t join public.quiz_reminders r on r.attempt_id = t.id
  where t.id = attempt and t.result is null and not t.is_demo
  union all
  -- The other partner of the household, if there is exactly one.
  select 'invited', t.invite_expires_at - interval '30 days', t.invite_expires_at, (array_agg(p.id))[1], null, false
  from public.quiz_attempts t
  join public.contacts c on c.id = t.contact_id and c.deleted_at is null and c.household_role = 'partner'
  join public.contacts p on p.household_id = c.household_id and p.id <> c.id and p.deleted_at is null and p.household_role = 'partner'
  where t.id = attempt and t.reminds_partner and t.shares_levels_at is not null and not t.is_demo
    and not exists (select from public.quiz_attempts answer where answer.partner_id = t.id and answer.result is not null)
  group by t.id having count(*) = 1
$$;

-- The address of a reminder may belong to another person, so it gets at most three a day.
create function private.message_refusal_of_quiz_attempt(message scheduled_messages) returns text
language sql stable security definer set search_path = '' as $$
  select 'too_many_copies' where message.purpose = 'service' and 3 <= (
    select count(*) from public.scheduled_messages s
    where s.context_type = 'quiz_attempt' and s.to_value = message.to_value and s.purpose = 'service' and s.status not in ('skipped', 'canceled')
      and s.planned_at > message.planned_at - interval '1 day' and (s.planned_at, s.id) < (message.planned_at, message.id))
$$;

create function derive_quiz_repeat() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('quiz_attempt', a.id)
  from public.quiz_attempts a where a.contact_id = new.contact_id and a.completed_at is not null;
  return null;
end
$$;
create trigger derive_repeat_messages after update of contact_id on quiz_attempts
  for each row when (old.contact_id is distinct from new.contact_id) execute function derive_quiz_repeat();

create function cancel_quiz_repeat() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('quiz_attempt', old.id);
  return null;
end
$$;
create trigger cancel_repeat_messages after delete on quiz_attempts for each row execute function cancel_quiz_repeat();

create function derive_quiz_reminder() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('quiz_attempt', coalesce(new.attempt_id, old.attempt_id));
  return null;
end
$$;
create trigger derive_messages after insert or update or delete on quiz_reminders for each row execute function derive_quiz_reminder();

-- A later answer postpones the reminder.
create function postpone_quiz_reminder() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('quiz_attempt', r.attempt_id) from public.quiz_reminders r where r.attempt_id = new.id;
  return null;
end
$$;
create trigger postpone_reminder after update of last_at on quiz_attempts
  for each row when (new.result is null and old.last_at <> new.last_at) execute function postpone_quiz_reminder();

create function derive_quiz_invitation() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('quiz_attempt', new.id);
  return null;
end
$$;
create trigger derive_invitation_messages after update on quiz_attempts
  for each row when ((old.invite_expires_at, old.reminds_partner) is distinct from (new.invite_expires_at, new.reminds_partner))
  execute function derive_quiz_invitation();

-- The partner's result answers the invitation.
create function answer_quiz_invitation() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.derive_messages('quiz_attempt', new.partner_id);
  return null;
end
$$;
create trigger answer_invitation after update of result on quiz_attempts
  for each row when (new.partner_id is not null and old.result is null and new.result is not null) execute function answer_quiz_invitation();
