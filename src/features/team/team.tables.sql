-- Staff: profiles, invitations, rules and handovers.
create table staff_profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  full_name text not null constraint staff_name_length check (char_length(btrim(full_name)) between 2 and 80)
    constraint staff_name_has_controls check (full_name !~ '[\u0001-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]'),
  -- A file of the bucket business-profiles, in the user's own folder.
  photo_path text,
  -- The signature of the user's mails.
  signature text not null default '' constraint staff_signature_length check (char_length(signature) <= 1000),
  gender_form text not null default 'neutral' constraint unknown_staff_gender_form check (gender_form in ('f', 'm', 'neutral', 'plural')),
  version integer not null default 1,
  constraint photo_of_somebody_else check (photo_path ~ ('^' || user_id || '/staff_\d+\.(png|jpg|webp|avif)$'))
);

-- Invitations of staff. The mailed key opens the page that creates the account; only its hash is stored.
create table staff_invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null
    constraint invitation_email_invalid check (email = lower(btrim(email)) and email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' and char_length(email) <= 254),
  role text not null constraint unknown_invited_role check (role in ('owner', 'admin', 'coach', 'sales', 'content')),
  token_hash text not null unique constraint token_hash_invalid check (token_hash ~ '^[0-9a-f]{64}$'),
  invited_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references auth.users (id) on delete set null,
  revoked_at timestamptz,
  version integer not null default 1
);
create unique index already_invited on staff_invitations (email) where accepted_at is null and revoked_at is null;

insert into email_kinds (kind, tokens, has_link) values
  ('staff_invite', '{businessName,validFor,inviterName,roleName}', true);

-- Handovers of a member's records, with the former assignments for undo.
create table handovers (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references auth.users (id) on delete cascade,
  by uuid,
  at timestamptz not null default now(),
  -- The roles that ended with it; empty if only records were reassigned.
  roles text[] not null,
  contacts_to uuid,
  opportunities_to uuid,
  tasks_to uuid,
  contacts uuid[] not null,
  opportunities uuid[] not null,
  tasks uuid[] not null,
  undone_at timestamptz
);
create index handovers_of_member on handovers (member_id);
