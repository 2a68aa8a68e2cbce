-- The people the business knows, the homes they live in, and how they can be reached.
-- Couples share phones and mailboxes, so a phone or an e-mail belongs to a person without being theirs alone.

-- Hebrew as it is searched: without points, quotes and bidi controls, final letters as ordinary ones, other signs as one space.
-- Only of the beginning: the time that normalizing takes grows with the square of the marks, and nothing can interrupt it.
create function he_norm(words text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(regexp_replace(
    translate(
      translate(
        lower(regexp_replace(
          normalize(left(coalesce(words, ''), 500), nfkd),
          '[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0300-\u036f\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g')),
        'ךםןףץ', 'כמנפצ'),
      '״׳"''`’“”', ''),
    '[^[:alnum:]@.+]+', ' ', 'g'))
$$;

grant execute on function he_norm(text) to authenticated, service_role;

create table households (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint household_name_length check (char_length(btrim(name)) between 1 and 120),
  address text,
  notes text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  is_demo boolean not null default false,
  version integer not null default 1
);

create table contacts (
  id uuid primary key default gen_random_uuid(),
  household_id uuid references households (id) on delete set null,
  household_role text constraint unknown_household_role check (household_role in ('partner', 'child', 'other')),
  first_name text not null constraint first_name_length check (char_length(btrim(first_name)) between 1 and 120),
  last_name text constraint last_name_length check (char_length(last_name) <= 120),
  -- Kept by a trigger: a generated column would be missing in the change feed.
  full_name text not null,
  search_name text not null,
  gender_form text not null default 'neutral' constraint unknown_gender_form check (gender_form in ('f', 'm', 'neutral')),
  birth_date date,
  lifecycle text not null default 'lead'
    constraint unknown_lifecycle check (lifecycle in ('subscriber', 'lead', 'qualified', 'client', 'past_client')),
  do_not_contact boolean not null default false,
  owner_id uuid references auth.users (id) on delete set null,
  client_user_id uuid unique references auth.users (id) on delete set null,
  source text,
  first_touch jsonb,
  last_touch jsonb,
  score integer not null default 0,
  next_step_at timestamptz,
  last_activity_at timestamptz,
  custom jsonb not null default '{}' check (jsonb_typeof(custom) = 'object'),
  merged_into_id uuid references contacts (id) on delete set null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  is_demo boolean not null default false,
  version integer not null default 1,
  -- Invisible signs that turn the direction of text could make a name lie about what stands beside it.
  constraint name_has_controls check (full_name !~ '[\u0001-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]')
);
create index contacts_household_id on contacts (household_id);
create index contacts_owner_id on contacts (owner_id);
create index contacts_latest on contacts (last_activity_at desc nulls last, id) where deleted_at is null;
create index contacts_search_name on contacts using gin (search_name extensions.gin_trgm_ops);

create table contact_points (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references contacts (id) on delete cascade,
  kind text not null constraint unknown_kind check (kind in ('email', 'phone')),
  value_raw text not null,
  -- A phone as E.164, an e-mail trimmed and in lower case: what two spellings of the same have in common.
  value_norm text not null,
  is_primary boolean not null default false,
  shared_in_household boolean not null default false,
  verified_at timestamptz,
  bounced_at timestamptz,
  complained_at timestamptz,
  created_at timestamptz not null default now(),
  is_demo boolean not null default false,
  version integer not null default 1,
  constraint point_already_there unique (contact_id, kind, value_norm),
  constraint phone_invalid check (kind <> 'phone' or value_norm ~ '^\+[1-9]\d{6,14}$'),
  constraint email_invalid check (kind <> 'email' or (value_norm = lower(btrim(value_norm)) and value_norm ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'))
);
create index contact_points_lookup on contact_points (kind, value_norm);
create index contact_points_search on contact_points using gin (value_norm extensions.gin_trgm_ops);
create unique index one_primary_point on contact_points (contact_id, kind) where is_primary;

create function compose_names() returns trigger language plpgsql as $$
begin
  new.first_name := btrim(new.first_name);
  new.last_name := nullif(btrim(new.last_name), '');
  new.full_name := concat_ws(' ', new.first_name, new.last_name);
  new.search_name := public.he_norm(new.full_name);
  return new;
end
$$;

create trigger compose_names before insert or update of first_name, last_name on contacts
  for each row execute function compose_names();

create trigger next_version before update on households for each row execute function next_version();
create trigger next_version before update on contact_points for each row execute function next_version();
-- Facts that the system notes beside the row (score, last activity, next step) are nobody's edit and make nobody's edit stale.
create trigger next_version before update of household_id, household_role, first_name, last_name, gender_form, birth_date,
  lifecycle, do_not_contact, owner_id, client_user_id, source, custom, merged_into_id, deleted_at on contacts
  for each row execute function next_version();

-- The contacts a coach works with. Wider once opportunities exist; see there.
create function my_contact_ids() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select id from public.contacts where owner_id = (select auth.uid()) and (select public.has_role('coach'))
$$;

grant execute on function my_contact_ids() to authenticated, service_role;

-- Where a coach may put somebody: into a home of a person they work with, or one where nobody lives yet.
-- A person in a home opens that home, so its id alone must not be enough.
create function may_move_into(household uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select household is null
    or not exists (select from public.contacts c where c.household_id = household)
    or exists (select from public.contacts c where c.household_id = household and c.id in (select public.my_contact_ids()))
$$;

grant execute on function may_move_into(uuid) to authenticated, service_role;

-- People by any part of their name, phone in any form, or e-mail. The caller sees whom policies let them see.
create function search_contacts(query text, result_limit integer default 20) returns setof contacts
language sql stable set search_path = public, extensions as $$
  with wanted as (
    select
      array(select '%' || token || '%' from regexp_split_to_table(he_norm(typed), ' ') token where token <> '') as tokens,
      (select token from regexp_split_to_table(he_norm(typed), ' ') token order by char_length(token) desc limit 1) as longest,
      regexp_replace(regexp_replace(typed, '\D', '', 'g'), '^(00972|972|0)', '') as digits,
      lower(btrim(typed)) as mail
    from left(query, 200) typed
  )
  select c.* from contacts c, wanted w
  where c.deleted_at is null and (
    (w.longest <> '' and c.search_name like '%' || w.longest || '%' and c.search_name like all (w.tokens))
    or (char_length(w.digits) >= 3 and c.id in (
      select contact_id from contact_points where kind = 'phone' and value_norm like '%' || w.digits || '%'))
    or (char_length(w.mail) >= 3 and c.id in (
      select contact_id from contact_points
      where kind = 'email' and value_norm like '%' || regexp_replace(w.mail, '([\\%_])', '\\\1', 'g') || '%'))
  )
  order by c.last_activity_at desc nulls last, c.full_name, c.id
  limit least(greatest(result_limit, 1), 100)
$$;

grant execute on function search_contacts(text, integer) to authenticated, service_role;

alter table households enable row level security;
alter table contacts enable row level security;
alter table contact_points enable row level security;

grant select, delete on households, contacts, contact_points to authenticated;
grant insert (id, name, address, notes), update (name, address, notes, deleted_at) on households to authenticated;
grant insert (id, household_id, household_role, first_name, last_name, gender_form, birth_date, lifecycle, do_not_contact,
  owner_id, source, custom) on contacts to authenticated;
grant update (household_id, household_role, first_name, last_name, gender_form, birth_date, lifecycle, do_not_contact,
  owner_id, source, custom, deleted_at) on contacts to authenticated;
grant insert (id, contact_id, kind, value_raw, value_norm, is_primary, shared_in_household),
  update (kind, value_raw, value_norm, is_primary, shared_in_household) on contact_points to authenticated;

create policy "owners, admins and sales see every contact" on contacts for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "owners, admins and sales add contacts" on contacts for insert to authenticated
  with check ((select has_role('owner', 'admin', 'sales')));
create policy "owners and admins change contacts, also into the bin" on contacts for update to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners and admins delete contacts" on contacts for delete to authenticated
  using ((select has_role('owner', 'admin')));
create policy "sales change contacts and cannot delete them" on contacts for update to authenticated
  using ((select has_role('sales')) and deleted_at is null)
  with check ((select has_role('sales')) and deleted_at is null);
-- owner_id stands beside my_contact_ids(): the function cannot yet see a row that the same statement has just written.
create policy "a coach sees their own and assigned contacts" on contacts for select to authenticated
  using (id in (select my_contact_ids()) or ((select has_role('coach')) and owner_id = (select auth.uid())));
create policy "a coach adds contacts of their own" on contacts for insert to authenticated
  with check ((select has_role('coach')) and owner_id = (select auth.uid()) and may_move_into(household_id));
create policy "a coach changes their own and assigned contacts and cannot delete them" on contacts for update to authenticated
  using (id in (select my_contact_ids()) and deleted_at is null)
  with check (id in (select my_contact_ids()) and deleted_at is null and may_move_into(household_id));
create policy "a client sees their own contact" on contacts for select to authenticated
  using (client_user_id = (select auth.uid()) and (select has_role('client')));

create policy "owners, admins and sales see every contact point" on contact_points for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "owners, admins and sales add contact points" on contact_points for insert to authenticated
  with check ((select has_role('owner', 'admin', 'sales')));
create policy "owners, admins and sales change contact points" on contact_points for update to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "owners and admins delete contact points" on contact_points for delete to authenticated
  using ((select has_role('owner', 'admin')));
create policy "a coach sees how to reach their contacts" on contact_points for select to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "a coach adds ways to reach their contacts" on contact_points for insert to authenticated
  with check (contact_id in (select my_contact_ids()));
create policy "a coach changes how to reach their contacts" on contact_points for update to authenticated
  using (contact_id in (select my_contact_ids()));
create policy "a client sees their own contact points" on contact_points for select to authenticated
  using (contact_id in (select id from contacts where client_user_id = (select auth.uid())));

create policy "owners, admins and sales see every household" on households for select to authenticated
  using ((select has_role('owner', 'admin', 'sales')));
create policy "owners, admins, sales and coaches add households" on households for insert to authenticated
  with check ((select has_role('owner', 'admin', 'sales', 'coach')));
create policy "owners and admins change households, also into the bin" on households for update to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners and admins delete households" on households for delete to authenticated
  using ((select has_role('owner', 'admin')));
create policy "sales change households and cannot delete them" on households for update to authenticated
  using ((select has_role('sales')) and deleted_at is null)
  with check ((select has_role('sales')) and deleted_at is null);
create policy "a coach sees the households of their contacts" on households for select to authenticated
  using (id in (select household_id from contacts where contacts.id in (select my_contact_ids())));
create policy "a coach changes the households of their contacts and cannot delete them" on households for update to authenticated
  using (deleted_at is null and id in (select household_id from contacts where contacts.id in (select my_contact_ids())))
  with check (deleted_at is null and id in (select household_id from contacts where contacts.id in (select my_contact_ids())));

alter table contacts replica identity full;
alter publication supabase_realtime add table contacts;
