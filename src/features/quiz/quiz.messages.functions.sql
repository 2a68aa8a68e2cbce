-- The message anchor of a delivery.
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

-- The message anchor of a result. A later result of the same contact ends the invitation to repeat this one.
create function private.message_anchors_of_quiz_attempt(attempt uuid)
returns table (anchor text, at timestamptz, expires_at timestamptz, contact_id uuid, to_value text, is_partner boolean)
language sql stable security definer set search_path = '' as $$
  select 'completed', t.completed_at, t.completed_at + interval '120 days', t.contact_id, t.email, false
  from public.quiz_attempts t
  join public.contacts c on c.id = t.contact_id and c.deleted_at is null
  where t.id = attempt and t.completed_at is not null and t.email is not null and not t.is_demo
    and not exists (select from public.quiz_attempts later where later.contact_id = t.contact_id and later.completed_at > t.completed_at)
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
