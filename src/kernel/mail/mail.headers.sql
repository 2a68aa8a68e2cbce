-- Headers of a mail besides those that every mail has: how to be taken off a list, where to answer.
alter table mail.outbox add column headers jsonb not null default '{}' check (jsonb_typeof(headers) = 'object');
