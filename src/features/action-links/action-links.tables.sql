-- Links of mails that do one thing for one contact without a sign-in. The token is in the mail only.
create table action_links (
  token_hash text primary key constraint token_hash_invalid check (token_hash ~ '^[0-9a-f]{64}$'),
  -- Each kind has private.action_facts_of_<kind>.
  kind text not null constraint unknown_action_kind check (kind in ('task', 'message', 'metric')),
  -- No foreign key: a link to a deleted row says that it is gone.
  entity_id uuid not null,
  contact_id uuid not null references contacts (id) on delete cascade,
  -- The address that the link was mailed to. Once the contact has it no longer, the link ends.
  address_hash text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  constraint link_expires_first check (expires_at > created_at)
);
create index action_links_of_contact on action_links (contact_id);
create index action_links_of_entity on action_links (kind, entity_id);
