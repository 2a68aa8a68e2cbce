create trigger next_version before update on staff_profiles for each row execute function next_version();

-- Copies the name to the account's metadata, which mails and sign-in use.
create function name_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update auth.users u set raw_user_meta_data = coalesce(u.raw_user_meta_data, '{}') || jsonb_build_object('full_name', new.full_name)
  where u.id = new.user_id and u.raw_user_meta_data ->> 'full_name' is distinct from new.full_name;
  return null;
end
$$;
create trigger name_account after insert or update of full_name on staff_profiles for each row execute function name_account();

create function staff_members() returns table (user_id uuid, name text, roles text[], photo_path text)
language sql stable security definer set search_path = '' as $$
  select u.id,
    coalesce(p.full_name, nullif(btrim(u.raw_user_meta_data ->> 'full_name'), ''), split_part(u.email, '@', 1)),
    array_agg(r.role order by r.role), p.photo_path
  from public.user_roles r join auth.users u on u.id = r.user_id left join public.staff_profiles p on p.user_id = u.id
  where r.is_active and r.role <> 'client' and public.is_staff()
  group by u.id, p.user_id
  order by 2
$$;
comment on function staff_members is 'never null: user_id, name, roles';
grant execute on function staff_members() to authenticated, service_role;

-- Names of staff for background jobs, which have no session.
create function staff_names() returns table (user_id uuid, name text)
language sql stable security definer set search_path = '' as $$
  select u.id, coalesce(p.full_name, nullif(btrim(u.raw_user_meta_data ->> 'full_name'), ''), split_part(u.email, '@', 1))
  from auth.users u left join public.staff_profiles p on p.user_id = u.id
  where exists (select from public.user_roles r where r.user_id = u.id and r.is_active and r.role <> 'client')
  order by 2
$$;

grant execute on function staff_names() to service_role;

create trigger next_version before update on staff_invitations for each row execute function next_version();

-- Whether the caller may assign the role: owners any role, admins all but owner.
create function may_give_role(role text) returns boolean
language sql stable set search_path = public as $$
  select has_role('owner') or (has_role('admin') and may_give_role.role <> 'owner')
$$;
grant execute on function may_give_role(text) to authenticated, service_role;

-- Whether an address belongs to a staff account. Server only, because it reveals accounts.
create function is_staff_address(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.users u join public.user_roles r on r.user_id = u.id
    where u.email = address and u.deleted_at is null and r.is_active and r.role <> 'client')
$$;
grant execute on function is_staff_address(text) to service_role;

create function staff_invitation_state(invitation staff_invitations) returns text
language sql stable set search_path = public as $$
  select case
    when (invitation).accepted_at is not null then 'accepted'
    when (invitation).revoked_at is not null then 'revoked'
    when (invitation).expires_at <= now() then 'expired'
    when (invitation).id is null then 'unknown'
    else 'open'
  end
$$;

-- The state of an invitation, for its page. Always one row.
create function read_staff_invitation(hash text) returns table (state text, email text, role text, inviter text, has_account boolean)
language sql stable security definer set search_path = '' as $$
  select public.staff_invitation_state(i), i.email, i.role,
    coalesce(p.full_name, nullif(btrim(by.raw_user_meta_data ->> 'full_name'), '')),
    exists (select from auth.users u where u.email = i.email and u.deleted_at is null and u.email_confirmed_at is not null)
  from (select) nothing
  left join public.staff_invitations i on i.token_hash = hash
  left join auth.users by on by.id = i.invited_by
  left join public.staff_profiles p on p.user_id = i.invited_by
$$;

-- Locks the invitation, so that it creates one account.
create function lock_staff_invitation(hash text) returns table (state text, email text, role text)
language plpgsql security definer set search_path = '' as $$
declare invitation public.staff_invitations;
begin
  select i.* into invitation from public.staff_invitations i where i.token_hash = hash for update;
  return query select public.staff_invitation_state(invitation), invitation.email, invitation.role;
end
$$;

-- Assigns the role of an open invitation, whose mail proved the address. An existing name is not overwritten.
create function join_team(hash text, member uuid, full_name text) returns void
language plpgsql security definer set search_path = '' as $$
declare invitation public.staff_invitations;
begin
  update public.staff_invitations i set accepted_at = now(), accepted_by = member
  where i.token_hash = hash and public.staff_invitation_state(i) = 'open'
  returning i.* into invitation;
  if invitation.id is null then raise sqlstate 'PT409' using message = 'invitation_not_open'; end if;
  perform private.drop_unproven_password(member);
  insert into public.user_roles (user_id, role) values (member, invitation.role)
  on conflict (user_id, role) do update set is_active = true;
  insert into public.staff_profiles (user_id, full_name) values (member, join_team.full_name)
  on conflict (user_id) do nothing;
end
$$;

grant execute on function read_staff_invitation(text), lock_staff_invitation(text), join_team(text, uuid, text) to supabase_auth_admin;

-- Staff, their workload, and handover of their records.

-- Current and former staff, for owners and admins.
create function team_members() returns table (
  user_id uuid, name text, email text, photo_path text, roles text[], former_roles text[], joined_at timestamptz,
  last_seen_at timestamptz, has_second_factor boolean, contacts bigint, opportunities bigint, tasks bigint, processes bigint, meetings bigint
)
language sql stable security definer set search_path = '' as $$
  select u.id,
    coalesce(p.full_name, nullif(btrim(u.raw_user_meta_data ->> 'full_name'), ''), split_part(u.email, '@', 1)),
    u.email::text, p.photo_path, r.active, r.former, r.joined_at,
    (select max(coalesce(s.refreshed_at::timestamptz, s.created_at)) from auth.sessions s where s.user_id = u.id),
    exists (select from auth.mfa_factors f where f.user_id = u.id and f.factor_type = 'totp' and f.status = 'verified'),
    (select count(*) from public.contacts c where c.owner_id = u.id and c.deleted_at is null),
    (select count(*) from public.opportunities o where o.owner_id = u.id and o.deleted_at is null and o.status = 'open'),
    (select count(*) from public.tasks t where t.user_id = u.id and t.status in ('To Do', 'In Progress')),
    (select count(*) from public.client_processes p where p.coach_id = u.id and p.status in ('active', 'paused')),
    -- Upcoming appointments hosted by the member: a handover does not change their host.
    (select count(*) from public.appointments a
      where a.user_id = u.id and a.status in ('awaiting_payment', 'pending', 'confirmed') and a.starts_at > now())
  from (
    select user_roles.user_id, min(created_at) as joined_at,
      coalesce(array_agg(role order by role) filter (where is_active), '{}') as active,
      coalesce(array_agg(role order by role) filter (where not is_active), '{}') as former
    from public.user_roles where role <> 'client' group by 1
  ) r
  join auth.users u on u.id = r.user_id
  left join public.staff_profiles p on p.user_id = u.id
  where public.has_role('owner', 'admin')
  order by cardinality(r.active) = 0, 2
$$;
comment on function team_members is 'never null: user_id, name, email, roles, former_roles, joined_at, has_second_factor, contacts, opportunities, tasks, processes, meetings';
grant execute on function team_members() to authenticated, service_role;

-- Replaces the staff roles of a user by one. The client role is not affected.
create function change_member_role(member uuid, new_role text) returns void
language plpgsql volatile set search_path = public as $$
begin
  if not may_give_role(new_role) or new_role = 'client'
    or (not has_role('owner') and exists (select from user_roles where user_id = member and role = 'owner' and is_active)) then
    raise sqlstate 'PT403' using message = 'role_not_yours_to_give';
  end if;
  -- Invitations that the member may no longer send are revoked, as when a member leaves.
  update staff_invitations set revoked_at = now()
  where invited_by = member and accepted_at is null and revoked_at is null and new_role <> 'owner' and (new_role <> 'admin' or role = 'owner');
  -- The new role is added first, so that there is always an owner.
  insert into user_roles (user_id, role) values (member, new_role)
  on conflict (user_id, role) do update set is_active = true;
  update user_roles set is_active = false where user_id = member and role not in (new_role, 'client') and is_active;
end
$$;
grant execute on function change_member_role(uuid, text) to authenticated;

-- Reassigns a member's contacts, open opportunities, open tasks and open processes, all or nothing. With `leaves`, also
-- ends the member's roles and sessions. Null unassigns; open processes need a next coach. Closed opportunities,
-- completed tasks and ended processes are not reassigned. Concurrent assignments are included. Returns the handover's
-- id.
create function hand_over(
  member uuid, leaves boolean, contacts_to uuid default null, opportunities_to uuid default null, tasks_to uuid default null,
  processes_to uuid default null
) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  held text[];
  moved_contacts uuid[];
  moved_opportunities uuid[];
  moved_tasks uuid[];
  moved_processes uuid[];
  handover uuid;
begin
  perform private.require_role('owner', 'admin');
  -- Serializes concurrent handovers and role changes.
  perform pg_advisory_xact_lock(hashtextextended('handovers', 0));
  perform from public.user_roles r where r.user_id = member for update;
  held := array(select r.role from public.user_roles r where r.user_id = member and r.is_active and r.role <> 'client' order by 1);
  if not exists (select from public.user_roles r where r.user_id = member and r.role <> 'client') then
    raise sqlstate 'PT404' using message = 'not_on_team';
  end if;
  if 'owner' = any (held) and not public.has_role('owner') then
    raise sqlstate 'PT403' using message = 'role_not_yours_to_give';
  end if;
  if exists (
    select from unnest(array[contacts_to, opportunities_to]) heir where heir is not null and (heir = member or not exists (
      select from public.user_roles r where r.user_id = heir and r.is_active and r.role in ('owner', 'admin', 'coach', 'sales')))
  ) or (tasks_to is not null and (tasks_to = member or not exists (
    select from public.user_roles r where r.user_id = tasks_to and r.is_active and r.role <> 'client')))
  -- Only roles that can move stages of a process, which excludes sales.
  or (processes_to is not null and (processes_to = member or not exists (
    select from public.user_roles r where r.user_id = processes_to and r.is_active and r.role in ('owner', 'admin', 'coach'))))
  then
    raise sqlstate 'PT422' using message = 'heir_not_on_team';
  end if;

  -- Processes are locked first, in the lock order of a stage move: process, contact, task.
  with moved as (
    update public.client_processes p set coach_id = processes_to
    where p.coach_id = member and p.status in ('active', 'paused') returning p.id)
  select coalesce(array_agg(id), '{}') into moved_processes from moved;
  -- A browser tab of an earlier release sends no coach.
  if processes_to is null and cardinality(moved_processes) > 0 then
    raise sqlstate 'PT422' using message = 'processes_need_coach';
  end if;
  with moved as (update public.contacts c set owner_id = contacts_to where c.owner_id = member returning c.id)
  select coalesce(array_agg(id), '{}') into moved_contacts from moved;
  with moved as (
    update public.opportunities o set owner_id = opportunities_to where o.owner_id = member and o.status = 'open' returning o.id)
  select coalesce(array_agg(id), '{}') into moved_opportunities from moved;
  with moved as (
    update public.tasks t set user_id = tasks_to where t.user_id = member and t.status in ('To Do', 'In Progress') returning t.id)
  select coalesce(array_agg(id), '{}') into moved_tasks from moved;

  if leaves then
    update public.user_roles r set is_active = false where r.user_id = member and r.role = any (held);
    update public.staff_invitations i set revoked_at = now()
    where i.invited_by = member and i.accepted_at is null and i.revoked_at is null;
    if not exists (select from public.user_roles r where r.user_id = member and r.is_active) then
      delete from auth.sessions s where s.user_id = member;
    end if;
  end if;
  insert into public.handovers (member_id, by, roles, contacts_to, opportunities_to, tasks_to, processes_to, contacts, opportunities, tasks,
    processes)
  values (member, auth.uid(), case when leaves then held else '{}' end, contacts_to, opportunities_to, tasks_to, processes_to,
    moved_contacts, moved_opportunities, moved_tasks, moved_processes)
  returning id into handover;
  return handover;
end
$$;
comment on function hand_over is 'never null';

-- Undoes a handover: restores the roles, and the records still assigned to the recipient. Returns how many were reassigned since and are
-- not restored.
create function undo_handover(handover uuid) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  done public.handovers;
  back bigint := 0;
  returned bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('handovers', 0));
  select h.* into done from public.handovers h where h.id = handover for update;
  perform private.require_role('owner', 'admin');
  if 'owner' = any (done.roles) then perform private.require_role('owner'); end if;
  if done.id is null or done.undone_at is not null then raise sqlstate 'PT409' using message = 'handover_undone'; end if;
  update public.handovers h set undone_at = now() where h.id = handover;
  update public.user_roles r set is_active = true where r.user_id = done.member_id and r.role = any (done.roles);
  update public.client_processes p set coach_id = done.member_id
  where p.id = any (done.processes) and p.coach_id is not distinct from done.processes_to;
  get diagnostics returned = row_count;
  back := back + returned;
  update public.contacts c set owner_id = done.member_id
  where c.id = any (done.contacts) and c.owner_id is not distinct from done.contacts_to;
  get diagnostics returned = row_count;
  back := back + returned;
  update public.opportunities o set owner_id = done.member_id
  where o.id = any (done.opportunities) and o.owner_id is not distinct from done.opportunities_to;
  get diagnostics returned = row_count;
  back := back + returned;
  update public.tasks t set user_id = done.member_id
  where t.id = any (done.tasks) and t.user_id is not distinct from done.tasks_to;
  get diagnostics returned = row_count;
  back := back + returned;
  return cardinality(done.contacts) + cardinality(done.opportunities) + cardinality(done.tasks) + cardinality(done.processes) - back;
end
$$;
comment on function undo_handover is 'never null';

grant execute on function hand_over(uuid, boolean, uuid, uuid, uuid, uuid), undo_handover(uuid) to authenticated;
