-- dump: the database is managed elsewhere, and its rows are backed up once a day.
alter table backup_status drop constraint unknown_backup_mode;
alter table backup_status add constraint unknown_backup_mode check (mode in ('on', 'off', 'no_key', 'external', 'dump'));
