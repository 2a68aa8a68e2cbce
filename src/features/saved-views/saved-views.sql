-- Lists as somebody likes to see them: a name for the query string of an address. The rows behind it are the reader's own to see.
create table saved_views (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  entity text not null constraint unknown_view_entity check (entity in ('contacts', 'opportunities', 'tasks')),
  name text not null constraint view_name_length check (char_length(btrim(name)) between 1 and 60),
  -- {"search": "f=lifecycle:is:lead&sort=name"}: what stands behind the question mark.
  query jsonb not null default '{"search": ""}' constraint view_query_invalid
    check (jsonb_typeof(query) = 'object' and jsonb_typeof(query -> 'search') = 'string' and char_length(query ->> 'search') <= 4000),
  -- Everybody of the staff finds it among their tabs.
  shared boolean not null default false,
  position integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  version integer not null default 1,
  constraint view_name_taken unique (user_id, entity, name)
);
create index saved_views_shared on saved_views (entity) where shared;

create trigger next_version before update on saved_views for each row execute function next_version();

-- A list of tabs that nobody can read through helps nobody.
create function keep_views_few() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('saved_views.' || new.user_id, 0));
  if (select count(*) from public.saved_views v where v.user_id = new.user_id and v.entity = new.entity) >= 30 then
    raise sqlstate 'PT422' using message = 'too_many_views';
  end if;
  return new;
end
$$;

create trigger keep_few before insert on saved_views for each row execute function keep_views_few();

alter table saved_views enable row level security;
grant select, delete on saved_views to authenticated;
grant insert (id, entity, name, query, shared, position), update (name, query, shared, position) on saved_views to authenticated;

create policy "staff see their own views and the shared ones" on saved_views for select to authenticated
  using ((select is_staff()) and (shared or user_id = (select auth.uid())));
create policy "staff keep views of their own" on saved_views for insert to authenticated
  with check ((select is_staff()) and user_id = (select auth.uid()));
create policy "staff change their own views" on saved_views for update to authenticated
  using ((select is_staff()) and user_id = (select auth.uid()));
create policy "owners and admins change shared views" on saved_views for update to authenticated
  using (shared and (select has_role('owner', 'admin')));
create policy "staff delete their own views" on saved_views for delete to authenticated
  using ((select is_staff()) and user_id = (select auth.uid()));
create policy "owners and admins delete shared views" on saved_views for delete to authenticated
  using (shared and (select has_role('owner', 'admin')));
