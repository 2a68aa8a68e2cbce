-- A comment of a participant waits in the inbox of the staff until it is approved, hidden, answered, or noted as needing no answer.
alter table launch_comments add column settled_at timestamptz;
update launch_comments set settled_at = created_at where status <> 'pending' or participant_id is null;
create index launch_comments_unsettled on launch_comments (created_at) where settled_at is null;
drop index launch_comments_waiting;
