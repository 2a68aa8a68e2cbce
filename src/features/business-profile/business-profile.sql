-- What the business is called and looks like. One profile per user; the owner's is the business's.
-- Every name, number and address on the public site comes from here, never from code.
create table business_profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  business_name text not null default '',
  legal_name text,
  company_number text constraint company_number_invalid check (company_number ~ '^\d{9}$'),
  address text,
  phone text,
  mobile text,
  email text,
  privacy_email text,
  accessibility_email text,
  accessibility_coordinator text,
  product_name text,
  coach_name text,
  hours text,
  socials jsonb not null default '{}' constraint socials_invalid check (jsonb_typeof(socials) = 'object'),
  logo_url text,
  logo_light_url text,
  logo_dark_url text,
  profile_image_url text,
  brand_colors jsonb constraint brand_colors_invalid check (
    jsonb_typeof(brand_colors) = 'object'
    and coalesce(brand_colors ->> 'primary', '#000000') ~ '^#[0-9a-fA-F]{6}$'
    and coalesce(brand_colors ->> 'secondary', '#000000') ~ '^#[0-9a-fA-F]{6}$'
    and coalesce(brand_colors ->> 'accent', '#000000') ~ '^#[0-9a-fA-F]{6}$'
  ),
  -- Until the owner publishes it, the site shows name and contact and nothing else.
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_demo boolean not null default false,
  version integer not null default 1
);

create trigger next_version before update on business_profiles for each row execute function next_version();

-- A profile stays its user's: who may change the business's could otherwise make it their own.
create function keep_whose_profile() returns trigger language plpgsql as $$
begin
  raise insufficient_privilege using message = 'profile_of_another_user';
end
$$;

create trigger keep_whose_profile before update on business_profiles
  for each row when (new.user_id is distinct from old.user_id) execute function keep_whose_profile();

-- The owner who has a profile; of several, the one who came first.
create function business_owner_id() returns uuid
language sql stable security definer set search_path = '' as $$
  select r.user_id
  from public.user_roles r left join public.business_profiles p on p.user_id = r.user_id
  where r.role = 'owner' and r.is_active
  order by p.user_id is null, r.created_at, r.user_id
  limit 1
$$;

grant execute on function business_owner_id() to authenticated, service_role;

-- What every visitor may know: none or one row, without whose profile it is.
create function get_public_business_profile() returns table (
  business_name text, legal_name text, company_number text, address text, phone text, mobile text, email text,
  privacy_email text, accessibility_email text, accessibility_coordinator text, product_name text, coach_name text,
  hours text, socials jsonb, logo_url text, logo_light_url text, logo_dark_url text, profile_image_url text,
  brand_colors jsonb, is_published boolean, updated_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select p.business_name, p.legal_name, p.company_number, p.address, p.phone, p.mobile, p.email,
    p.privacy_email, p.accessibility_email, p.accessibility_coordinator, p.product_name, p.coach_name,
    p.hours, p.socials, p.logo_url, p.logo_light_url, p.logo_dark_url, p.profile_image_url,
    p.brand_colors, p.published_at is not null, p.updated_at
  from public.business_profiles p
  where p.user_id = public.business_owner_id()
$$;

grant execute on function get_public_business_profile() to anon, authenticated, service_role;

alter table business_profiles enable row level security;
grant select on business_profiles to authenticated;
grant insert (user_id, business_name, legal_name, company_number, address, phone, mobile, email, privacy_email,
  accessibility_email, accessibility_coordinator, product_name, coach_name, hours, socials, logo_url, logo_light_url,
  logo_dark_url, profile_image_url, brand_colors, published_at, updated_at) on business_profiles to authenticated;
grant update (user_id, business_name, legal_name, company_number, address, phone, mobile, email, privacy_email,
  accessibility_email, accessibility_coordinator, product_name, coach_name, hours, socials, logo_url, logo_light_url,
  logo_dark_url, profile_image_url, brand_colors, published_at, updated_at) on business_profiles to authenticated;

create policy "a user sees their own profile" on business_profiles for select to authenticated
  using (user_id = (select auth.uid()));
create policy "staff see the profile of the business" on business_profiles for select to authenticated
  using ((select is_staff()) and user_id = (select business_owner_id()));
create policy "a user makes their own profile" on business_profiles for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "a user changes their own profile" on business_profiles for update to authenticated
  using (user_id = (select auth.uid()));
create policy "an admin changes the profile of the business" on business_profiles for update to authenticated
  using ((select has_role('admin')) and user_id = (select business_owner_id()));
