-- Reviews by clients. Shown only with the author's consent and after staff approval.
create table reviews (
  id uuid primary key default gen_random_uuid(),
  -- The published name; the submitted name and address are in review_authors.
  shown_name text not null constraint review_name_length check (char_length(shown_name) between 1 and 80 and shown_name ~ '\S'
    and shown_name !~ '[\r\n]'),
  about text constraint review_about_length check (char_length(about) <= 120 and about ~ '\S' and about !~ '[\r\n]'),
  rating smallint constraint review_rating_range check (rating between 1 and 5),
  body text not null constraint review_body_length check (char_length(body) between 10 and 2000),
  original_body text not null,
  -- When the author accepted an edited wording.
  edit_agreed_on date,
  tags text[] not null default '{}' constraint review_tags_invalid check (
    cardinality(tags) <= 6 and array_to_string(tags, '', '') !~ '[\r\n,]' and char_length(array_to_string(tags, '')) <= 180),
  source text not null default 'manual' constraint unknown_review_source check (source in ('form', 'google', 'manual', 'import')),
  consent_scope text not null default 'first_name_only' constraint unknown_consent_scope check (
    consent_scope in ('first_name_only', 'site', 'ads')),
  -- The consent text of the form, or how consent was given otherwise.
  permission text constraint review_permission_length check (char_length(permission) <= 500 and permission ~ '\S'),
  permitted_on date,
  status text not null default 'pending' constraint unknown_review_status check (
    status in ('pending_verification', 'pending', 'approved', 'rejected')),
  rejected_because text constraint unknown_rejection check (rejected_because in ('withdrawn', 'not_a_client', 'abusive', 'spam', 'other')),
  is_featured boolean not null default false,
  verified_at timestamptz,
  approved_at timestamptz,
  approved_by uuid references auth.users (id) on delete set null,
  reply text constraint review_reply_length check (char_length(reply) <= 600 and reply ~ '\S'),
  created_at timestamptz not null default now(),
  is_demo boolean not null default false,
  version integer not null default 1,
  verified_by text constraint unknown_review_proof check (verified_by in ('mail', 'request', 'staff')),
  constraint review_without_permission check (status <> 'approved' or (permission is not null and permitted_on is not null)),
  constraint review_not_verified check (status <> 'approved' or source <> 'form' or verified_at is not null),
  constraint review_changed_without_consent check (status <> 'approved' or body = original_body or edit_agreed_on is not null),
  constraint rejected_without_reason check ((status = 'rejected') = (rejected_because is not null)),
  constraint review_proof_with_its_day check ((verified_at is null) = (verified_by is null))
);
create index reviews_shown on reviews (is_featured desc, approved_at desc) where status = 'approved';
create index reviews_newest on reviews (created_at desc);

-- Authors of reviews. Not readable by all site editors.
create table review_authors (
  review_id uuid primary key references reviews (id) on delete cascade,
  name text not null,
  email text,
  contact_id uuid references contacts (id) on delete set null,
  words_hash text not null,
  -- The privacy notice shown in the form.
  privacy_text_id uuid references consent_texts (id),
  source_url text,
  ip_trunc text,
  user_agent text,
  created_at timestamptz not null default now(),
  constraint review_already_left unique (email, words_hash)
);
create index review_authors_of_notice on review_authors (privacy_text_id);
create index review_authors_of_contact on review_authors (contact_id);

-- Proposed wordings of a review, unpublished until the author accepts.
create table review_edits (
  id uuid primary key default gen_random_uuid(),
  review_id uuid not null references reviews (id) on delete cascade,
  body text not null constraint review_edit_length check (char_length(body) between 10 and 2000),
  proposed_by uuid default auth.uid() references auth.users (id) on delete set null,
  proposed_at timestamptz not null default now(),
  decision text constraint unknown_edit_decision check (decision in ('approved', 'declined', 'withdrawn')),
  decided_at timestamptz,
  constraint decision_with_its_day check ((decision is null) = (decided_at is null))
);
create unique index review_edit_waits_already on review_edits (review_id) where decision is null;
create index review_edits_of_review on review_edits (review_id, proposed_at desc);
create index review_edits_proposed_by on review_edits (proposed_by);

-- Mailed links: to verify a review, or with `edit_id` to decide on a wording. Only the hash is stored. Reusable, so that the author can see
-- the result again.
create table review_links (
  token_hash text primary key,
  review_id uuid not null references reviews (id) on delete cascade,
  edit_id uuid references review_edits (id) on delete cascade,
  is_reminder boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days'
);
create index review_links_of_review on review_links (review_id, created_at desc);
create index review_links_of_edit on review_links (edit_id);
create index review_links_oldest on review_links (created_at);

-- Requests for a review. The link is personal, so the review needs no further verification.
create table review_requests (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references contacts (id) on delete cascade,
  email text not null constraint review_request_address check (email = lower(btrim(email)) and email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'),
  token_hash text not null unique,
  asked_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 days',
  -- When it was answered, or replaced by another request.
  closed_at timestamptz,
  review_id uuid references reviews (id) on delete set null
);

-- At most one open request per contact.
create unique index review_asked_already on review_requests (contact_id) where closed_at is null;
create index review_requests_of_contact on review_requests (contact_id, created_at desc);
create index review_requests_asked_by on review_requests (asked_by);
create index review_requests_of_review on review_requests (review_id);

insert into email_kinds (kind, tokens, has_link) values
  ('review_confirm', '{businessName,validFor}', true),
  ('review_reminder', '{businessName,validFor}', true),
  ('review_wording', '{businessName,validFor}', true),
  ('review_request', '{businessName,firstName,validFor}', true);

-- Author photos, published with consent: a small square, re-encoded. Stored in the row instead of a bucket: deleted with its review, and
-- without a guessable address before approval.
create table review_photos (
  id uuid primary key default gen_random_uuid(),
  review_id uuid not null constraint review_has_a_photo unique references reviews (id) on delete cascade,
  -- WebP.
  bytes bytea not null constraint review_photo_size check (octet_length(bytes) between 1 and 200000),
  agreed_words text not null,
  created_at timestamptz not null default now()
);
