-- Whether every appointment of the chain that the caller sees is rescheduled, cancelled, rejected or expired.
create function private.is_appointment_off(root uuid) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(bool_and(a.status in ('rescheduled', 'cancelled', 'rejected', 'expired')), false)
  from public.appointments a where a.root_id = root
$$;
grant execute on function private.is_appointment_off(uuid) to authenticated, service_role;

-- The displayed state. A used single-use link stays used, because revoking it has no effect. The link of an appointment
-- ends with the appointment.
create function form_link_state(is_single_use boolean, used_at timestamptz, revoked_at timestamptz, expires_at timestamptz, appointment uuid) returns text
language sql stable set search_path = '' as $$
  select case
    when is_single_use and used_at is not null then 'used'
    when revoked_at is not null then 'revoked'
    when private.is_appointment_off(appointment) then 'cancelled'
    when expires_at <= now() then 'expired'
    else 'open'
  end
$$;
grant execute on function form_link_state(boolean, timestamptz, timestamptz, timestamptz, uuid) to authenticated, service_role;

-- Completing a submission marks its link as used. The link row is locked: of concurrent submissions a single-use link
-- accepts one, and a concurrently revoked link accepts none.
create function use_form_link() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  own public.form_links;
begin
  if tg_op = 'UPDATE' and old.status = 'complete' then return new; end if;
  select l.* into own from public.form_links l where l.id = new.link_id for no key update;
  case public.form_link_state(own.is_single_use, own.used_at, own.revoked_at, own.expires_at, own.appointment_id)
    when 'used' then raise sqlstate 'PT409' using message = 'form_link_used';
    when 'revoked' then raise sqlstate 'PT410' using message = 'form_link_revoked';
    when 'cancelled' then raise sqlstate 'PT410' using message = 'form_link_cancelled';
    -- A form that was started before the link expired can still be submitted.
    else update public.form_links l set used_at = now() where l.id = own.id and l.used_at is null;
  end case;
  return new;
end
$$;
create trigger use_link before insert or update of status on form_submissions
  for each row when (new.status = 'complete' and new.link_id is not null) execute function use_form_link();

-- Personal links of a contact that the caller can see, newest first.
create function form_links_of(contact uuid) returns table (
  id uuid, form_title text, state text, created_at timestamptz, expires_at timestamptz, used_at timestamptz, revoked_at timestamptz)
language sql stable set search_path = public as $$
  select l.id, f.title, form_link_state(l.is_single_use, l.used_at, l.revoked_at, l.expires_at, l.appointment_id), l.created_at, l.expires_at, l.used_at, l.revoked_at
  from form_links l join forms f on f.id = l.form_id
  where l.contact_id = contact order by l.created_at desc, l.id limit 50
$$;
comment on function form_links_of is 'never null: id, form_title, state, created_at';
grant execute on function form_links_of(uuid) to authenticated;

-- Revokes or reopens a personal link. Repeated calls change nothing.
create function set_form_link_revoked(link uuid, is_revoked boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  own public.form_links;
begin
  select l.* into own from public.form_links l where l.id = link for no key update;
  if own.id is null
    or not (public.has_role('owner', 'admin', 'sales') or own.contact_id in (select public.my_contact_ids())) then
    raise sqlstate 'PT404' using message = 'form_link_unknown';
  end if;
  if own.is_single_use and own.used_at is not null then raise sqlstate 'PT409' using message = 'form_link_used'; end if;
  if (own.revoked_at is not null) <> is_revoked then
    update public.form_links l set revoked_at = case when is_revoked then now() end where l.id = link;
  end if;
end
$$;
grant execute on function set_form_link_revoked(uuid, boolean) to authenticated;
