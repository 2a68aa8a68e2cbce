-- Tags of contacts.
create table tags (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint tag_name_length check (name = btrim(name) and char_length(name) between 1 and 40)
    constraint tag_name_has_controls check (name !~ '[\u0001-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]'),
  color text not null default 'stage-1'
    constraint unknown_tag_color check (color in ('stage-1', 'stage-2', 'stage-3', 'stage-4', 'stage-5', 'stage-6')),
  created_at timestamptz not null default now(),
  is_demo boolean not null default false,
  version integer not null default 1
);
create unique index tag_name_taken on tags (lower(name));

create table contact_tags (
  contact_id uuid not null references contacts (id) on delete cascade,
  tag_id uuid not null references tags (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint tag_already_there primary key (contact_id, tag_id)
);
create index contact_tags_of_tag on contact_tags (tag_id, contact_id);

alter publication supabase_realtime add table contact_tags;
