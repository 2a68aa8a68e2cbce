-- Several people may keep the profile of the business. Whoever saves second is told who was first.
alter table business_profiles add column updated_by uuid references auth.users (id) on delete set null;

create function note_who_saved() returns trigger language plpgsql set search_path = '' as $$
begin
  new.updated_by := auth.uid();
  new.updated_at := now();
  return new;
end
$$;

create trigger note_who_saved before insert or update on business_profiles for each row execute function note_who_saved();

-- A picture of the business lies in its own store: an address elsewhere would tell a stranger of every visitor.
create function is_own_picture(address text) returns boolean language sql immutable set search_path = '' as $$
  select address is null
    or address ~ '^(https?://[^/?#[:space:]]+)?/storage/v1/object/public/business-(logos|profiles)/[^[:space:]"''<>\\]+$'
$$;

grant execute on function is_own_picture(text) to authenticated, service_role;

alter table business_profiles add constraint picture_address_invalid check (
  is_own_picture(logo_url) and is_own_picture(logo_light_url)
  and is_own_picture(logo_dark_url) and is_own_picture(profile_image_url)
);

-- One's own profile is the business's when one owns it, and then it takes the owner's role, with the code of their app if they have one.
drop policy "a user changes their own profile" on business_profiles;
create policy "a user changes their own profile" on business_profiles for update to authenticated
  using (user_id = (select auth.uid()) and ((select has_role('owner')) or user_id is distinct from (select business_owner_id())));
-- A business may have several owners, and one profile.
create policy "an owner changes the profile of the business" on business_profiles for update to authenticated
  using ((select has_role('owner')) and user_id = (select business_owner_id()));
