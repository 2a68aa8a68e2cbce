-- Who changed what, when, and what it was before. Written by one trigger function, read by owners and admins, changed by nobody.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- No foreign keys: what happened stays true after the user and the row are gone. Null: nobody was signed in (a form of the site, a job).
  actor_id uuid,
  action text not null constraint unknown_audit_action check (action in ('insert', 'update', 'delete')),
  entity text not null,
  -- Null where one line stands for a crowd of rows.
  entity_id text,
  contact_id uuid,
  -- What the row is called, so that the line still reads when the row is gone.
  label text not null default '',
  -- The version that the change made, where the table counts versions.
  version integer,
  -- Of a change the columns that differ; of a new row what it holds; of one that went all that it held.
  before jsonb,
  after jsonb
);
create index audit_log_of_row on audit_log (entity, entity_id, id desc);
create index audit_log_of_actor on audit_log (actor_id, id desc);
create index audit_log_of_contact on audit_log (contact_id, id desc) where contact_id is not null;
create index audit_log_by_age on audit_log using brin (at);
