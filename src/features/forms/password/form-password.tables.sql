-- Forms that ask for a password before their questions. Only its hash is stored.
create table form_passwords (
  form_id uuid primary key references forms (id) on delete cascade,
  password_hash text not null constraint form_password_hash_invalid check (password_hash like '$argon2id$%'),
  changed_at timestamptz not null default now()
);
