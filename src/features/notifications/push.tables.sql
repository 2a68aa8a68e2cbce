-- Browsers that receive push messages. The address and the keys of a browser are sealed by the server.
create table push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  endpoint_hash text not null constraint push_already_on unique,
  sealed bytea not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_of_user on push_subscriptions (user_id);

-- The key pair that identifies this installation to push services (VAPID). One row, made when the first browser asks.
create table push_keys (
  id text primary key default 'vapid' constraint only_one_key_pair check (id = 'vapid'),
  public_key text not null,
  sealed bytea not null,
  created_at timestamptz not null default now()
);
