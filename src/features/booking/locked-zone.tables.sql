-- The zone in which the hours of a type are shown, on pages and in mails, as of a meeting at a place. Null: visitors choose one.
alter table appointment_types add column locked_zone text constraint locked_zone_form check (locked_zone ~ '^[A-Za-z]+(/[A-Za-z0-9_+-]+){0,2}$');
