-- Signatures that the staff ask of clients: one row per document and signer. The signature is written once, into the same row, and is final.
create table signature_requests (
  id uuid primary key default gen_random_uuid(),
  -- Null after an erasure of the person whose file it was. The hash still names the document.
  file_id uuid references files (id) on delete set null,
  -- Who is asked.
  contact_id uuid not null references contacts (id) on delete cascade,
  file_name text not null,
  -- Of the stored bytes when the signature was asked for.
  sha256 text not null constraint signature_hash_malformed check (sha256 ~ '^[0-9a-f]{64}$'),
  requested_by uuid references auth.users (id) on delete set null,
  requested_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  signed_at timestamptz,
  signed_name text constraint signed_name_length check (char_length(btrim(signed_name)) between 2 and 120),
  -- The account, its address, and the origin of the request. No foreign key: the evidence outlives the account.
  signed_by uuid,
  signed_account text,
  signed_ip text,
  signed_user_agent text constraint signed_user_agent_length check (char_length(signed_user_agent) <= 500),
  version integer not null default 1,
  constraint signature_incomplete check (
    (signed_at is null) = (signed_name is null) and (signed_at is null) = (signed_by is null) and (signed_at is null or withdrawn_at is null))
);
create unique index signature_asked_once on signature_requests (file_id, contact_id) where withdrawn_at is null;
create index signature_requests_of_contact on signature_requests (contact_id, requested_at desc);
create index signature_requests_requested_by on signature_requests (requested_by);
alter table signature_requests replica identity full;
alter publication supabase_realtime add table signature_requests;

insert into message_rules (key, name, context_type, anchor, recipients, channel, purpose, template_key, position) values
  ('staff.document_signed', 'מסמך שנחתם באזור האישי', 'staff_notice', 'occurred', 'staff', 'in_app', 'service', 'document.signed', 192);
