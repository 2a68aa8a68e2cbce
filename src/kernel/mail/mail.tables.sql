-- Outgoing mail, and messages of other channels. Rows contain one-time links: only the sender and the service role read them.
create schema mail;
grant usage on schema mail to supabase_auth_admin, service_role, worker;

create table mail.outbox (
  id uuid primary key default gen_random_uuid(),
  to_address text not null,
  subject text not null,
  html text not null,
  text text not null,
  purpose text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  attempts int not null default 0,
  last_error text,
  headers jsonb not null default '{}' check (jsonb_typeof(headers) = 'object'),
  -- Priority of the job that sends it. A lease keeps a second job from sending the same mail at the same time.
  priority int not null default 0,
  leased_until timestamptz,
  leased_to_job text,
  -- What delivers the row: mail, or a channel that the application adds, which has no subject and no html. `payload` is for its adapter.
  channel text not null default 'email',
  payload jsonb
);
create index on mail.outbox (created_at);
