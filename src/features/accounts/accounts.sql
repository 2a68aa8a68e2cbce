-- Who is who in the business. A signed-in user without an active row here sees nothing of it.
create table user_roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null constraint unknown_role check (role in ('owner', 'admin', 'coach', 'sales', 'content', 'client')),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  is_demo boolean not null default false,
  version integer not null default 1,
  primary key (user_id, role)
);
create index user_roles_role on user_roles (role) where is_active;

-- Asked by policies: runs with its owner's rights, or the policies of this very table would ask themselves.
create function has_role(variadic roles text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.user_roles
    where user_id = (select auth.uid()) and role = any (roles) and is_active
  )
$$;

create function is_staff() returns boolean
language sql stable security definer set search_path = '' as $$
  select public.has_role('owner', 'admin', 'coach', 'sales', 'content')
$$;

grant execute on function has_role(text[]), is_staff() to authenticated, service_role;

-- Every editable row counts its versions: who saves over a version they have not seen is told so instead of overwriting.
create function next_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;

create trigger next_version before update on user_roles for each row execute function next_version();

-- A business that nobody owns could never be opened again. Installers and removals (no signed-in user) may empty it.
create function keep_an_owner() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null then return null; end if;
  -- Two owners who remove each other at the same moment go one after the other.
  perform pg_advisory_xact_lock(hashtextextended('user_roles.last_owner', 0));
  if not exists (select from public.user_roles where role = 'owner' and is_active) then
    raise sqlstate 'PT409' using message = 'last_owner';
  end if;
  return null;
end
$$;

create trigger keep_an_owner_on_update after update on user_roles
  for each row when (old.role = 'owner' and old.is_active) execute function keep_an_owner();
create trigger keep_an_owner_on_delete after delete on user_roles
  for each row when (old.role = 'owner' and old.is_active) execute function keep_an_owner();

-- Names of colleagues, for avatars and "assigned to". Whoever is not of the staff gets an empty list.
create function staff_members() returns table (user_id uuid, name text, roles text[])
language sql stable security definer set search_path = '' as $$
  select u.id, coalesce(nullif(btrim(u.raw_user_meta_data ->> 'full_name'), ''), split_part(u.email, '@', 1)), array_agg(r.role order by r.role)
  from public.user_roles r join auth.users u on u.id = r.user_id
  where r.is_active and r.role <> 'client' and public.is_staff()
  group by u.id
  order by 2
$$;

grant execute on function staff_members() to authenticated, service_role;

alter table user_roles enable row level security;
grant select, delete on user_roles to authenticated;
grant insert (user_id, role, is_active), update (role, is_active) on user_roles to authenticated;

create policy "a user sees their own roles" on user_roles for select to authenticated
  using (user_id = (select auth.uid()));
create policy "owners and admins see who has which role" on user_roles for select to authenticated
  using ((select has_role('owner', 'admin')));
create policy "an owner gives every role" on user_roles for insert to authenticated
  with check ((select has_role('owner')));
create policy "an owner changes every role" on user_roles for update to authenticated
  using ((select has_role('owner')));
create policy "an owner takes every role" on user_roles for delete to authenticated
  using ((select has_role('owner')));
create policy "an admin gives every role but owner" on user_roles for insert to authenticated
  with check ((select has_role('admin')) and role <> 'owner');
create policy "an admin changes every role but owner" on user_roles for update to authenticated
  using ((select has_role('admin')) and role <> 'owner')
  with check ((select has_role('admin')) and role <> 'owner');
create policy "an admin takes every role but owner" on user_roles for delete to authenticated
  using ((select has_role('admin')) and role <> 'owner');
