-- Who works here, what each of them is in the middle of, and how somebody leaves without any of it being lost.

-- Everybody who works or worked in the business, for those who look after the team.
create function team_members() returns table (
  user_id uuid, name text, email text, photo_path text, roles text[], former_roles text[], joined_at timestamptz,
  last_seen_at timestamptz, has_second_factor boolean, contacts bigint, opportunities bigint, tasks bigint
)
language sql stable security definer set search_path = '' as $$
  select u.id,
    coalesce(p.full_name, nullif(btrim(u.raw_user_meta_data ->> 'full_name'), ''), split_part(u.email, '@', 1)),
    u.email::text, p.photo_path, r.active, r.former, r.joined_at,
    (select max(coalesce(s.refreshed_at::timestamptz, s.created_at)) from auth.sessions s where s.user_id = u.id),
    exists (select from auth.mfa_factors f where f.user_id = u.id and f.factor_type = 'totp' and f.status = 'verified'),
    (select count(*) from public.contacts c where c.owner_id = u.id and c.deleted_at is null),
    (select count(*) from public.opportunities o where o.owner_id = u.id and o.deleted_at is null and o.status = 'open'),
    (select count(*) from public.tasks t where t.user_id = u.id and t.status in ('To Do', 'In Progress'))
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
grant execute on function team_members() to authenticated, service_role;

-- Makes one role of somebody's the only one they work in. What they are as a client stays.
create function change_member_role(member uuid, new_role text) returns void
language plpgsql volatile set search_path = public as $$
begin
  if not may_give_role(new_role) or new_role = 'client'
    or (not has_role('owner') and exists (select from user_roles where user_id = member and role = 'owner' and is_active)) then
    raise sqlstate 'PT403' using message = 'role_not_yours_to_give';
  end if;
  -- The new one first: of an only owner the last role is never gone in between.
  insert into user_roles (user_id, role) values (member, new_role)
  on conflict (user_id, role) do update set is_active = true;
  update user_roles set is_active = false where user_id = member and role not in (new_role, 'client') and is_active;
end
$$;
grant execute on function change_member_role(uuid, text) to authenticated;

-- Each time that somebody's work went to others: what went to whom, so that it can come back.
create table handovers (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references auth.users (id) on delete cascade,
  by uuid,
  at timestamptz not null default now(),
  -- The roles that ended with it; none where only the work went on.
  roles text[] not null,
  contacts_to uuid,
  opportunities_to uuid,
  tasks_to uuid,
  contacts uuid[] not null,
  opportunities uuid[] not null,
  tasks uuid[] not null,
  undone_at timestamptz
);
create index handovers_of_member on handovers (member_id);

alter table handovers enable row level security;
grant select on handovers to authenticated;
create policy "owners and admins see what was handed over" on handovers for select to authenticated
  using ((select has_role('owner', 'admin')));

-- Hands on everything that somebody is in the middle of and, with `leaves`, ends their roles and their sessions: all of it or nothing.
-- Null hands it to nobody. Closed deals and finished tasks stay theirs: that is what happened.
-- Whatever was given to them up to this very moment goes along. Answers the handover's id.
create function hand_over(
  member uuid, leaves boolean, contacts_to uuid default null, opportunities_to uuid default null, tasks_to uuid default null
) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  held text[];
  moved_contacts uuid[];
  moved_opportunities uuid[];
  moved_tasks uuid[];
  handover uuid;
begin
  if not public.has_role('owner', 'admin') then raise sqlstate 'PT403' using message = 'not_allowed'; end if;
  -- Two who let each other go, and a role that is given meanwhile, go one after the other.
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
  then
    raise sqlstate 'PT422' using message = 'heir_not_on_team';
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
  insert into public.handovers (member_id, by, roles, contacts_to, opportunities_to, tasks_to, contacts, opportunities, tasks)
  values (member, auth.uid(), case when leaves then held else '{}' end, contacts_to, opportunities_to, tasks_to,
    moved_contacts, moved_opportunities, moved_tasks)
  returning id into handover;
  return handover;
end
$$;

-- Takes a handover back: the roles, and whatever is still with whom it went to. Answers how many things have gone further and stay there.
create function undo_handover(handover uuid) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  done public.handovers;
  back bigint := 0;
  returned bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('handovers', 0));
  select h.* into done from public.handovers h where h.id = handover for update;
  if not public.has_role('owner', 'admin') or ('owner' = any (done.roles) and not public.has_role('owner')) then
    raise sqlstate 'PT403' using message = 'not_allowed';
  end if;
  if done.id is null or done.undone_at is not null then raise sqlstate 'PT409' using message = 'handover_undone'; end if;
  update public.handovers h set undone_at = now() where h.id = handover;
  update public.user_roles r set is_active = true where r.user_id = done.member_id and r.role = any (done.roles);
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
  return cardinality(done.contacts) + cardinality(done.opportunities) + cardinality(done.tasks) - back;
end
$$;

grant execute on function hand_over(uuid, boolean, uuid, uuid, uuid), undo_handover(uuid) to authenticated;
