-- Pictures are served from the business's own storage: an external address would expose visitors to a third party.
create function is_own_picture(address text) returns boolean language sql immutable set search_path = '' as $$
  select address is null
    or address ~ '^(https?://[^/?#[:space:]]+)?/storage/v1/object/public/business-(logos|profiles)/[^[:space:]"''<>\\]+$'
$$;

grant execute on function is_own_picture(text) to authenticated, service_role;
-- Name and branding of the business. One profile per user; the owner's is the business's. All names, numbers and addresses of the public
-- site come from here.
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
  -- Target of the personal-area link; without it, the portal's sign-in.
  login_url text constraint login_url_invalid check (
    login_url ~ '^https://[^/?#[:space:]"''<>\\]+[^[:space:]"''<>\\]*$' and length(login_url) <= 500
  ),
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
  -- Until it is published, the site shows only name and contact details.
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_demo boolean not null default false,
  version integer not null default 1,
  updated_by uuid references auth.users (id) on delete set null,
  constraint picture_address_invalid check (
    is_own_picture(logo_url) and is_own_picture(logo_light_url)
    and is_own_picture(logo_dark_url) and is_own_picture(profile_image_url)
  )
);

-- Logos and profile pictures, publicly readable. Each user writes into a folder of their own. No SVG: opened directly, it could run a
-- script in the site's origin.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
select bucket, bucket, true, 5 * 1024 * 1024, array['image/png', 'image/jpeg', 'image/webp', 'image/avif']
from unnest(array['business-logos', 'business-profiles']) bucket;
