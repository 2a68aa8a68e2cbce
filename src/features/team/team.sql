-- The people who work in the business: how they are shown, how they come in, what is asked of them, and what becomes of their work when they leave.
create table staff_profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  full_name text not null constraint staff_name_length check (char_length(btrim(full_name)) between 2 and 80)
    constraint staff_name_has_controls check (full_name !~ '[\u0001-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]'),
  -- A file of the bucket business-profiles, in the person's own folder.
  photo_path text,
  -- Below letters that this person writes.
  signature text not null default '' constraint staff_signature_length check (char_length(signature) <= 1000),
  gender_form text not null default 'neutral' constraint unknown_staff_gender_form check (gender_form in ('f', 'm', 'neutral')),
  version integer not null default 1,
  constraint photo_of_somebody_else check (photo_path ~ ('^' || user_id || '/staff_\d+\.(png|jpg|webp|avif)$'))
);
create trigger next_version before update on staff_profiles for each row execute function next_version();

-- The name of the account itself goes along: mails and the sign-in know people by that one.
create function name_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update auth.users u set raw_user_meta_data = coalesce(u.raw_user_meta_data, '{}') || jsonb_build_object('full_name', new.full_name)
  where u.id = new.user_id and u.raw_user_meta_data ->> 'full_name' is distinct from new.full_name;
  return null;
end
$$;
create trigger name_account after insert or update of full_name on staff_profiles for each row execute function name_account();

alter table staff_profiles enable row level security;
grant select on staff_profiles to authenticated;
grant insert (user_id, full_name, photo_path, signature, gender_form), update (full_name, photo_path, signature, gender_form)
  on staff_profiles to authenticated;
create policy "staff see how colleagues are shown" on staff_profiles for select to authenticated
  using ((select is_staff()));
create policy "each of the staff says how they are shown" on staff_profiles for insert to authenticated
  with check (user_id = (select auth.uid()) and (select is_staff()));
create policy "each of the staff changes how they are shown" on staff_profiles for update to authenticated
  using (user_id = (select auth.uid()) and (select is_staff()));

-- Names and faces of colleagues, for avatars and "assigned to". Whoever is not of the staff gets an empty list.
drop function staff_members();
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
grant execute on function staff_members() to authenticated, service_role;

-- The same names for work that nobody stands beside: it has no session that could show a code, and whoever asked for it may have left.
create function staff_names() returns table (user_id uuid, name text)
language sql stable security definer set search_path = '' as $$
  select u.id, coalesce(p.full_name, nullif(btrim(u.raw_user_meta_data ->> 'full_name'), ''), split_part(u.email, '@', 1))
  from auth.users u left join public.staff_profiles p on p.user_id = u.id
  where exists (select from public.user_roles r where r.user_id = u.id and r.is_active and r.role <> 'client')
  order by 2
$$;
revoke execute on function staff_names() from public;
grant execute on function staff_names() to service_role;

-- What the business asks of everybody who works in it. One row.
create table team_rules (
  id boolean primary key default true check (id),
  second_factor_required boolean not null default false,
  version integer not null default 1
);
insert into team_rules default values;
create trigger next_version before update on team_rules for each row execute function next_version();

-- Whoever asks it of others has an app themselves, and has shown its code: or nobody could ever take it back.
create function show_own_factor_first() returns trigger language plpgsql as $$
begin
  if auth.uid() is not null and coalesce(auth.jwt() ->> 'aal' <> 'aal2', true) then
    raise sqlstate 'PT409' using message = 'second_factor_first';
  end if;
  return new;
end
$$;
create trigger show_own_factor_first before update on team_rules
  for each row when (new.second_factor_required and not old.second_factor_required) execute function show_own_factor_first();

alter table team_rules enable row level security;
grant select, update (second_factor_required) on team_rules to authenticated;
-- Also those who may see nothing else until they have an app.
create policy "whoever is signed in sees what is asked of the team" on team_rules for select to authenticated using (true);
create policy "an owner says what is asked of the team" on team_rules for update to authenticated
  using ((select has_role('owner')));

-- Whoever has an authenticator app holds their roles only in sessions that have shown its code; and where the business asks for one,
-- those who work in it hold none without it.
create or replace function has_role(variadic roles text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.user_roles r
    where r.user_id = (select auth.uid()) and r.role = any (roles) and r.is_active and (
      coalesce(auth.jwt() ->> 'aal' = 'aal2', false)
      or (
        not exists (
          select from auth.mfa_factors
          where user_id = (select auth.uid()) and factor_type = 'totp' and status = 'verified'
        )
        and (r.role = 'client' or not exists (select from public.team_rules where second_factor_required))
      )
    )
  )
$$;
