-- Audit log: who changed what and when, with the former values. Written by one trigger function, read by owners and admins, immutable.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- No foreign keys: an entry outlives the user and the row. Null: no signed-in user (a form of the site, a job).
  actor_id uuid,
  action text not null constraint unknown_audit_action check (action in ('insert', 'update', 'delete')),
  entity text not null,
  -- Null if the entry represents many rows.
  entity_id text,
  contact_id uuid,
  -- The row's label, readable after the row is deleted.
  label text not null default '',
  -- The version that the change produced, for tables with versions.
  version integer,
  -- For an update the changed columns; for an insert or a delete the whole row.
  before jsonb,
  after jsonb
);
create index audit_log_of_row on audit_log (entity, entity_id, id desc);
create index audit_log_of_actor on audit_log (actor_id, id desc);
create index audit_log_of_contact on audit_log (contact_id, id desc) where contact_id is not null;
create index audit_log_by_age on audit_log using brin (at);
