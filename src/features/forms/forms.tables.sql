-- Forms: definition in versions, what visitors filled in, and the files they attached.
create table forms (
  id uuid primary key default gen_random_uuid(),
  -- The address: /form/{public_id}.
  public_id text not null default substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)
    constraint form_address_taken unique
    constraint form_address_form check (public_id ~ '^[a-z0-9][a-z0-9-]{2,59}$'),
  title text not null constraint form_title_length check (char_length(btrim(title)) between 1 and 200),
  status text not null default 'draft'
    constraint unknown_form_status check (status in ('draft', 'published', 'paused', 'closed', 'archived')),
  -- What the owner edits. Validated when it is published.
  draft jsonb not null default '{}' constraint form_draft_is_an_object check (jsonb_typeof(draft) = 'object')
    constraint form_too_large check (pg_column_size(draft) < 1048576),
  current_version integer,
  opens_at timestamptz,
  closes_at timestamptz,
  most_submissions integer constraint form_limit_range check (most_submissions between 1 and 1000000),
  once_per_person boolean not null default false,
  closed_text text not null default '' constraint closed_text_length check (char_length(closed_text) <= 1000),
  -- Whether a submission opens an opportunity, if its contact has none that is open.
  opens_opportunity boolean not null default false,
  notifies_staff boolean not null default true,
  -- Other sites that may show the form in a frame, as origins.
  allowed_origins text[] not null default '{}'
    constraint form_origin_invalid check (cardinality(allowed_origins) <= 20
      and array_to_string(allowed_origins, ' ') ~ '^(https://[a-z0-9.-]+(:[0-9]{1,5})?( |$))*$'),
  owner_id uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  is_demo boolean not null default false,
  constraint published_without_version check (status <> 'published' or current_version is not null),
  constraint form_closes_before_opening check (closes_at > opens_at)
);
create index forms_owner_id on forms (owner_id);

-- Immutable: answers have the version that they were given to.
create table form_versions (
  form_id uuid not null references forms (id) on delete cascade,
  number integer not null,
  definition jsonb not null,
  published_at timestamptz not null default now(),
  published_by uuid references auth.users (id) on delete set null,
  primary key (form_id, number)
);
create index form_versions_published_by on form_versions (published_by);

create table form_submissions (
  id uuid primary key default gen_random_uuid(),
  form_id uuid not null,
  form_version integer not null,
  -- Hash of the key that the visitor's browser holds: the right to continue, and the same for every repetition of one submission.
  key_hash text not null constraint key_hash_invalid check (key_hash ~ '^[0-9a-f]{64}$'),
  status text not null constraint unknown_submission_status check (status in ('partial', 'complete', 'spam')),
  contact_id uuid references contacts (id) on delete cascade,
  opportunity_id uuid references opportunities (id) on delete set null,
  -- Of a complete submission, without the sensitive fields. These, and everything of a partial one, are sealed.
  answers jsonb not null default '{}' constraint form_answers_are_an_object check (jsonb_typeof(answers) = 'object'),
  computed jsonb not null default '{}' constraint computed_is_an_object check (jsonb_typeof(computed) = 'object'),
  score numeric,
  dimensions jsonb not null default '{}' constraint dimensions_are_an_object check (jsonb_typeof(dimensions) = 'object'),
  ending_key text,
  -- Of a partial one: the page to continue on, and the number of saves.
  page_key text,
  revision integer not null default 0,
  -- A partial one with an address and a ticked consent to marketing, in this text.
  is_contactable boolean not null default false,
  abandoned_at timestamptz,
  utm jsonb not null default '{}' constraint utm_invalid check (jsonb_typeof(utm) = 'object'),
  consent_text_id uuid references consent_texts (id),
  privacy_text_id uuid references consent_texts (id),
  source_url text,
  ip_trunc text,
  user_agent text,
  started_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  completed_at timestamptz,
  is_demo boolean not null default false,
  constraint submission_of_unknown_version foreign key (form_id, form_version) references form_versions (form_id, number) on delete cascade,
  -- Idempotency: however often one filled form is sent, it is one submission.
  constraint already_submitted unique (form_id, key_hash),
  constraint complete_without_time check ((status = 'complete') = (completed_at is not null))
);
create index form_submissions_of_form on form_submissions (form_id, completed_at desc);
create index form_submissions_of_contact on form_submissions (contact_id, completed_at desc);
create index form_submissions_of_opportunity on form_submissions (opportunity_id);
create index form_submissions_idle on form_submissions (last_at) where status = 'partial';

create table form_sealed_answers (
  submission_id uuid primary key references form_submissions (id) on delete cascade,
  sealed bytea not null
);

-- Bytes are in the bucket, under the id of the row. Written only by the server, after it has looked at the content.
create table form_files (
  id uuid primary key default gen_random_uuid(),
  submission_id uuid not null references form_submissions (id) on delete cascade,
  field_key text not null,
  name text not null constraint file_name_length check (char_length(btrim(name)) between 1 and 200),
  mime_type text not null,
  size_bytes bigint not null,
  created_at timestamptz not null default now()
);
create index form_files_of_submission on form_files (submission_id);

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('form-files', 'form-files', false, 10 * 1024 * 1024, array[
  'application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/heic', 'text/csv',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']);
