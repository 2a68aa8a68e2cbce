-- The registrants of a session are an exported list.
alter table exports drop constraint unknown_exported_list;
alter table exports add constraint unknown_exported_list
  check (list in ('contacts', 'appointments', 'orders', 'form_submissions', 'quiz_attempts', 'webinar_registrations'));
