-- Headers of a mail besides those that every mail has: how to be taken off a list, where to answer.
alter table mail.outbox add column headers jsonb not null default '{}' check (jsonb_typeof(headers) = 'object');
-- Priority of the job that sends it. A lease keeps a second job from sending the same mail at the same time.
alter table mail.outbox add column priority int not null default 0, add column leased_until timestamptz, add column leased_to_job text;
