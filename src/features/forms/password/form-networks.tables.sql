-- Networks from which the password of a form was typed right, as hashes: wrong passwords of others do not close the form to them.
create table form_password_networks (
  form_id uuid not null references forms (id) on delete cascade,
  -- SHA-256 of the form's id and the network.
  network_hash bytea not null,
  last_used_at timestamptz not null default now(),
  primary key (form_id, network_hash)
);
create index form_password_networks_last_used_at on form_password_networks (last_used_at);
