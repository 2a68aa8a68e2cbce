-- Invitations of contacts to the client portal. The mailed token opens the page that links an account; only its hash is stored.
create table client_invitations (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references contacts (id) on delete cascade,
  email_norm text not null constraint client_invitation_email_invalid
    check (email_norm = lower(btrim(email_norm)) and email_norm ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(email_norm) <= 254),
  -- The latest links: a link that was sent again leaves the earlier ones valid, as any of the mails may be opened.
  token_hashes text[] not null default '{}' constraint too_many_links check (cardinality(token_hashes) <= 5),
  -- 'draft' was never mailed. Whether it has expired is computed.
  status text not null default 'draft' constraint unknown_client_invitation_status
    check (status in ('draft', 'sent', 'opened', 'accepted', 'revoked')),
  sent_at timestamptz,
  opened_at timestamptz,
  expires_at timestamptz not null default now() + interval '14 days',
  resent_count integer not null default 0,
  -- When the client asked for a new link on the page of an expired one.
  requested_at timestamptz,
  accepted_at timestamptz,
  accepted_user_id uuid references auth.users (id) on delete set null,
  revoked_at timestamptz,
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  constraint accepted_without_time check ((status = 'accepted') = (accepted_at is not null)),
  constraint revoked_without_time check ((status = 'revoked') = (revoked_at is not null))
);
create unique index client_already_invited on client_invitations (contact_id) where status in ('draft', 'sent', 'opened');
create index client_invitations_of_contact on client_invitations (contact_id, created_at desc);
create index client_invitations_by_token on client_invitations using gin (token_hashes);
create index client_invitations_accepted_user_id on client_invitations (accepted_user_id);
create index client_invitations_created_by on client_invitations (created_by);

alter table client_invitations replica identity full;
alter publication supabase_realtime add table client_invitations;

insert into email_kinds (kind, tokens, has_link) values
  ('client_invite', '{businessName,firstName,validFor}', true);
insert into message_rules (key, name, context_type, anchor, recipients, channel, purpose, template_key, position) values
  ('staff.client_link_requested', 'בקשה לקישור חדש לאזור האישי', 'staff_notice', 'occurred', 'staff', 'in_app', 'service', 'client.link_requested', 190),
  ('staff.client_accepted', 'הצטרפות לאזור האישי', 'staff_notice', 'occurred', 'staff', 'in_app', 'service', 'client.accepted', 191);
