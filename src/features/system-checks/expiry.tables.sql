-- The deletion of expired backups.
alter table system_checks drop constraint unknown_system_check;
alter table system_checks add constraint unknown_system_check
  check (kind in ('disk', 'queue', 'mail', 'bounces', 'certificate', 'smtp', 'calendar', 'replica', 'expiry'));
