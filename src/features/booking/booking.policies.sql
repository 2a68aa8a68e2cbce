alter table booking_hosts enable row level security;
alter table schedules enable row level security;
alter table schedule_rules enable row level security;
alter table schedule_overrides enable row level security;
alter table time_off enable row level security;
alter table school_breaks enable row level security;
alter table appointment_types enable row level security;
alter table booking_settings enable row level security;
alter table session_packages enable row level security;
alter table calendar_feeds enable row level security;
alter table slot_holds enable row level security;
alter table appointments enable row level security;
alter table appointment_attendees enable row level security;
alter table appointment_links enable row level security;

-- Visitors cannot read these tables: booking pages call functions of the server.
grant select on booking_hosts, schedules, schedule_rules, schedule_overrides, time_off, school_breaks, appointment_types, booking_settings,
  session_packages, appointments, appointment_attendees to authenticated;

create policy "staff see the hosts" on booking_hosts for select to authenticated using ((select is_staff()));
grant update (slug, headline, is_open, closed_text, block_shabbat, block_holidays, block_school_breaks, eve_close, chol_hamoed, memorial,
  disabled_ids) on booking_hosts to authenticated;
create policy "a host, owners and admins change the host" on booking_hosts for update to authenticated
  using (private.manages_host(user_id));

create policy "staff see schedules" on schedules for select to authenticated using ((select is_staff()));
grant insert (id, user_id, name, zone), update (name, zone), delete on schedules to authenticated;
create policy "a host, owners and admins add schedules" on schedules for insert to authenticated with check (private.manages_host(user_id));
create policy "a host, owners and admins change schedules" on schedules for update to authenticated using (private.manages_host(user_id));
create policy "a host, owners and admins delete schedules" on schedules for delete to authenticated using (private.manages_host(user_id));

create policy "staff see the hours of schedules" on schedule_rules for select to authenticated using ((select is_staff()));
grant insert, delete on schedule_rules to authenticated;
create policy "a host, owners and admins add hours" on schedule_rules for insert to authenticated
  with check (exists (select from schedules s where s.id = schedule_id and private.manages_host(s.user_id)));
create policy "a host, owners and admins delete hours" on schedule_rules for delete to authenticated
  using (exists (select from schedules s where s.id = schedule_id and private.manages_host(s.user_id)));

create policy "staff see the hours of single dates" on schedule_overrides for select to authenticated using ((select is_staff()));
grant insert, update, delete on schedule_overrides to authenticated;
create policy "a host, owners and admins add hours of single dates" on schedule_overrides for insert to authenticated
  with check (exists (select from schedules s where s.id = schedule_id and private.manages_host(s.user_id)));
create policy "a host, owners and admins change hours of single dates" on schedule_overrides for update to authenticated
  using (exists (select from schedules s where s.id = schedule_id and private.manages_host(s.user_id)));
create policy "a host, owners and admins delete hours of single dates" on schedule_overrides for delete to authenticated
  using (exists (select from schedules s where s.id = schedule_id and private.manages_host(s.user_id)));

create policy "a host, owners and admins see time off" on time_off for select to authenticated using (private.manages_host(user_id));
grant insert (id, user_id, starts_at, ends_at, note, is_public), update (starts_at, ends_at, note, is_public), delete on time_off to authenticated;
create policy "a host, owners and admins add time off" on time_off for insert to authenticated with check (private.manages_host(user_id));
create policy "a host, owners and admins change time off" on time_off for update to authenticated using (private.manages_host(user_id));
create policy "a host, owners and admins delete time off" on time_off for delete to authenticated using (private.manages_host(user_id));

create policy "staff see school breaks" on school_breaks for select to authenticated using ((select is_staff()));
grant insert (id, name, from_on, until_on), update (name, from_on, until_on), delete on school_breaks to authenticated;
create policy "owners and admins add school breaks" on school_breaks for insert to authenticated
  with check ((select has_role('owner', 'admin')));
create policy "owners and admins change school breaks" on school_breaks for update to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners and admins delete school breaks" on school_breaks for delete to authenticated
  using ((select has_role('owner', 'admin')));

create policy "staff see appointment types" on appointment_types for select to authenticated using ((select is_staff()));
grant insert (id, user_id, slug, title, description, durations, default_duration, location_kind, location_value, color, price_agorot,
    payment_mode, deposit_agorot, product_id, requires_confirmation, pending_blocks, buffer_before, buffer_after, slot_interval, min_notice_min, window_kind, window_days,
    window_from, window_to, max_per_day, max_per_week, max_active_per_contact, cancel_notice_min, reschedule_notice_min, policy_text,
    questions, schedule_id, is_hidden, allow_partner, uses_preparation, requires_package, requires_link, seats, locked_zone, max_guests, is_active, position),
  update (slug, title, description, durations, default_duration, location_kind, location_value, color, price_agorot,
    payment_mode, deposit_agorot, product_id, requires_confirmation, pending_blocks, buffer_before, buffer_after, slot_interval, min_notice_min, window_kind, window_days,
    window_from, window_to, max_per_day, max_per_week, max_active_per_contact, cancel_notice_min, reschedule_notice_min, policy_text,
    questions, schedule_id, is_hidden, allow_partner, uses_preparation, requires_package, requires_link, seats, locked_zone, max_guests, is_active, position),
  delete on appointment_types to authenticated;
create policy "a host, owners and admins add appointment types" on appointment_types for insert to authenticated
  with check (private.manages_host(user_id));
create policy "a host, owners and admins change appointment types" on appointment_types for update to authenticated
  using (private.manages_host(user_id));
create policy "a host, owners and admins delete appointment types" on appointment_types for delete to authenticated
  using (private.manages_host(user_id));

create policy "staff see the settings of booking" on booking_settings for select to authenticated using ((select is_staff()));
grant update (call_type_id) on booking_settings to authenticated;
create policy "owners and admins change the settings of booking" on booking_settings for update to authenticated
  using ((select has_role('owner', 'admin')));

create policy "owners, admins and sales see every package" on session_packages for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the packages of their contacts" on session_packages for select to authenticated
  using (contact_id in (select my_contact_ids()));
grant insert (id, contact_id, type_id, total, expires_on, note), update (total, expires_on, note), delete on session_packages to authenticated;
create policy "owners, admins and sales give packages" on session_packages for insert to authenticated
  with check ((select has_role('owner', 'admin', 'sales')));
create policy "owners, admins and sales change packages" on session_packages for update to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "owners and admins delete packages" on session_packages for delete to authenticated
  using ((select has_role('owner', 'admin')));

-- Only functions write appointments.
create policy "a coach sees the appointments that they host" on appointments for select to authenticated
  using (user_id = (select auth.uid()) and (select has_role('coach')));
create policy "owners, admins and sales see every appointment" on appointments for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the appointments of their contacts" on appointments for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "attendees are seen with their appointment" on appointment_attendees for select to authenticated
  using (exists (select from appointments a where a.id = appointment_id));

grant select on booking_hosts, schedules, schedule_rules, schedule_overrides, time_off, school_breaks, appointment_types, booking_settings,
  session_packages to service_role;
grant select, insert, update, delete on slot_holds, appointments, appointment_attendees, appointment_links to service_role;
-- Hosts do not need the hash of the token.
grant select (user_id, created_at) on calendar_feeds to authenticated;
create policy "a host sees whether their calendar has an address" on calendar_feeds for select to authenticated
  using (user_id = (select auth.uid()));
create policy "only the server sees held slots" on slot_holds for select to authenticated using (false);
create policy "only the server sees the links of appointments" on appointment_links for select to authenticated using (false);
