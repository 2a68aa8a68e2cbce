-- Payment providers: which one takes payments, and its keys. Keys are in a schema without API access, encrypted by the server.
create table gateway_settings (
  provider text primary key constraint unknown_gateway check (provider in ('cardcom', 'payplus', 'manual')),
  is_chosen boolean not null default false,
  -- What the provider calls the terminal: a number, or a uid.
  terminal text constraint terminal_length check (char_length(terminal) between 1 and 60),
  page_uid text constraint page_uid_length check (char_length(page_uid) between 1 and 60),
  cashier_uid text constraint cashier_uid_length check (char_length(cashier_uid) between 1 and 60),
  -- Whether the provider issues the invoice and receipt with the payment.
  issues_documents boolean not null default true,
  has_keys boolean not null default false,
  tested_at timestamptz,
  -- Null after a test that succeeded.
  test_fault text,
  updated_by uuid default auth.uid() references auth.users (id) on delete set null,
  version integer not null default 1
);
create unique index gateway_chosen_already on gateway_settings (is_chosen) where is_chosen;
insert into gateway_settings (provider) values ('cardcom'), ('payplus'), ('manual');

create schema gateway_secrets;
revoke all on schema gateway_secrets from public;

create table gateway_secrets.keys (
  provider text primary key references public.gateway_settings,
  sealed bytea not null
);
grant usage on schema gateway_secrets to service_role;
