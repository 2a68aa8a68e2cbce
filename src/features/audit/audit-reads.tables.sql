-- Reads of sealed values are entries, too.
alter table audit_log drop constraint unknown_audit_action;
alter table audit_log add constraint unknown_audit_action check (action in ('insert', 'update', 'delete', 'read'));
