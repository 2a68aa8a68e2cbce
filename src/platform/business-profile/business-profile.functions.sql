create trigger next_version before update on business_profiles for each row execute function next_version();

-- Prevents an owner from taking over another owner's profile.
create function forbid_profile_owner_change() returns trigger language plpgsql as $$
begin
  raise insufficient_privilege using message = 'profile_of_another_user';
end
$$;

create trigger forbid_profile_owner_change before update on business_profiles
  for each row when (new.user_id is distinct from old.user_id) execute function forbid_profile_owner_change();

-- The owner who has the business profile; of several, the first one.
create function private.business_owner() returns uuid
language sql stable security definer set search_path = '' as $$
  select r.user_id
  from public.user_roles r left join public.business_profiles p on p.user_id = r.user_id
  where r.role = 'owner' and r.is_active
  order by p.user_id is null, r.created_at, r.user_id
  limit 1
$$;

-- The owner of the profile that an editor opens. Null for callers outside the team, so that no user id is revealed.
create function business_owner_id() returns uuid
language sql stable security definer set search_path = '' as $$
  select private.business_owner() where public.is_staff()
$$;

-- True also for an owner who has no role until they set up a second factor.
create function private.owns_business() returns boolean
language sql stable security definer set search_path = '' as $$
  select (select auth.uid()) is not distinct from private.business_owner()
$$;

grant execute on function private.business_owner() to service_role;
grant execute on function business_owner_id(), private.owns_business() to authenticated;

-- The public profile: at most one row, without its user.
create function get_public_business_profile() returns table (
  business_name text, legal_name text, company_number text, address text, phone text, mobile text, email text,
  privacy_email text, accessibility_email text, accessibility_coordinator text, product_name text, coach_name text,
  hours text, login_url text, socials jsonb, logo_url text, logo_light_url text, logo_dark_url text, profile_image_url text,
  brand_colors jsonb, is_published boolean, updated_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select p.business_name, p.legal_name, p.company_number, p.address, p.phone, p.mobile, p.email,
    p.privacy_email, p.accessibility_email, p.accessibility_coordinator, p.product_name, p.coach_name,
    p.hours, p.login_url, p.socials, p.logo_url, p.logo_light_url, p.logo_dark_url, p.profile_image_url,
    p.brand_colors, p.published_at is not null, p.updated_at
  from public.business_profiles p
  where p.user_id = private.business_owner()
$$;
comment on function get_public_business_profile is 'never null: business_name, socials, is_published, updated_at';

grant execute on function get_public_business_profile() to anon, authenticated, service_role;

-- Any account may upload, so the number of images per user is limited.
create function picture_count() returns bigint
language sql stable security definer set search_path = '' as $$
  select count(*) from storage.objects
  where bucket_id in ('business-logos', 'business-profiles') and (storage.foldername(name))[1] = (select auth.uid())::text
$$;

grant execute on function picture_count() to authenticated, service_role;

-- Checks the limit on insert. The policy checks it only before the upload or when the upload link is signed: concurrent
-- uploads would exceed the limit.
create function limit_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  folder constant text := split_part(new.name, '/', 1);
begin
  perform pg_advisory_xact_lock(hashtextextended('pictures of ' || folder, 0));
  if (select count(*) from storage.objects o
    where o.bucket_id in ('business-logos', 'business-profiles') and split_part(o.name, '/', 1) = folder and o.name <> new.name) >= 20 then
    raise insufficient_privilege using message = 'too_many_pictures';
  end if;
  return new;
end
$$;
create trigger limit_pictures before insert on storage.objects
  for each row when (new.bucket_id in ('business-logos', 'business-profiles')) execute function limit_pictures();

create function set_updated_by() returns trigger language plpgsql set search_path = '' as $$
begin
  new.updated_by := auth.uid();
  new.updated_at := now();
  return new;
end
$$;

create trigger set_updated_by before insert or update on business_profiles for each row execute function set_updated_by();
