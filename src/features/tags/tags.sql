-- Words that the team puts on people, so as to find them together again.
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

create trigger next_version before update on tags for each row execute function next_version();

alter table tags enable row level security;
alter table contact_tags enable row level security;
grant select, delete, insert (id, name, color), update (name, color) on tags to authenticated;
grant select, delete, insert (contact_id, tag_id) on contact_tags to authenticated;

create policy "who works with contacts sees every tag" on tags for select to authenticated
  using ((select has_role('owner', 'admin', 'sales', 'coach')));
create policy "who works with contacts adds tags" on tags for insert to authenticated
  with check ((select has_role('owner', 'admin', 'sales', 'coach')));
create policy "owners and admins rename tags" on tags for update to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners and admins delete tags" on tags for delete to authenticated
  using ((select has_role('owner', 'admin')));

create policy "owners, admins and sales see the tags of every contact" on contact_tags for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "owners, admins and sales put tags on every contact" on contact_tags for insert to authenticated
  with check ((select has_role('owner', 'admin', 'sales')));
create policy "owners, admins and sales take tags off every contact" on contact_tags for delete to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "a coach sees the tags of their contacts" on contact_tags for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "a coach puts tags on their contacts" on contact_tags for insert to authenticated
  with check (contact_id in (select my_contact_ids()));
create policy "a coach takes tags off their contacts" on contact_tags for delete to authenticated
  using (contact_id in (select my_contact_ids()));

alter publication supabase_realtime add table contact_tags;
