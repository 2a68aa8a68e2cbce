-- Personal links: a form for one contact. Only the hash of the key is stored.
create table form_links (
  id uuid primary key default gen_random_uuid(),
  form_id uuid not null references forms (id) on delete cascade,
  contact_id uuid not null references contacts (id) on delete cascade,
  token_hash text not null constraint form_link_taken unique
    constraint form_link_hash_invalid check (token_hash ~ '^[0-9a-f]{64}$'),
  is_single_use boolean not null,
  expires_at timestamptz,
  created_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  -- Of the first submission.
  used_at timestamptz,
  constraint form_link_of_form unique (form_id, id)
);
create index form_links_of_contact on form_links (contact_id);
create index form_links_created_by on form_links (created_by);

alter table form_submissions
  add column link_id uuid,
  add constraint link_of_another_form foreign key (form_id, link_id) references form_links (form_id, id) on delete set null (link_id);
create index form_submissions_of_link on form_submissions (form_id, link_id);
