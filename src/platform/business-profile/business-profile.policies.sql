alter table business_profiles enable row level security;
grant select on business_profiles to authenticated;
grant insert (user_id, business_name, legal_name, company_number, address, phone, mobile, email, privacy_email,
  accessibility_email, accessibility_coordinator, product_name, coach_name, hours, login_url, socials, logo_url, logo_light_url,
  logo_dark_url, profile_image_url, brand_colors, published_at, updated_at) on business_profiles to authenticated;
grant update (user_id, business_name, legal_name, company_number, address, phone, mobile, email, privacy_email,
  accessibility_email, accessibility_coordinator, product_name, coach_name, hours, login_url, socials, logo_url, logo_light_url,
  logo_dark_url, profile_image_url, brand_colors, published_at, updated_at) on business_profiles to authenticated;

create policy "a user sees their own profile" on business_profiles for select to authenticated
  using (user_id = (select auth.uid()));
create policy "staff see the profile of the business" on business_profiles for select to authenticated
  using ((select is_staff()) and user_id = (select business_owner_id()));
create policy "a user makes their own profile" on business_profiles for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "an admin changes the profile of the business" on business_profiles for update to authenticated
  using ((select has_role('admin')) and user_id = (select business_owner_id()));

create policy "a user sees the pictures in their own folder" on storage.objects for select to authenticated
  using (bucket_id in ('business-logos', 'business-profiles') and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "a user adds up to twenty pictures to their own folder" on storage.objects for insert to authenticated
  with check (bucket_id in ('business-logos', 'business-profiles') and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select picture_count()) < 20);
create policy "a user replaces the pictures in their own folder" on storage.objects for update to authenticated
  using (bucket_id in ('business-logos', 'business-profiles') and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "a user removes pictures from their own folder" on storage.objects for delete to authenticated
  using (bucket_id in ('business-logos', 'business-profiles') and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "a user changes their own profile" on business_profiles for update to authenticated
  using (user_id = (select auth.uid()) and ((select has_role('owner')) or not (select private.owns_business())));

-- A business may have several owners, but has one profile.
create policy "an owner changes the profile of the business" on business_profiles for update to authenticated
  using ((select has_role('owner')) and user_id = (select business_owner_id()));
