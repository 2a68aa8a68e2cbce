-- What clients say of the business. It shows only what somebody with a name agreed to have shown, and what staff have read.
create table reviews (
  id uuid primary key default gen_random_uuid(),
  -- As it stands on the site; the name that was given, and the address, stand with the author.
  shown_name text not null constraint review_name_length check (char_length(shown_name) between 1 and 80 and shown_name ~ '\S'
    and shown_name !~ '[\r\n]'),
  about text constraint review_about_length check (char_length(about) <= 120 and about ~ '\S' and about !~ '[\r\n]'),
  rating smallint constraint review_rating_range check (rating between 1 and 5),
  body text not null constraint review_body_length check (char_length(body) between 10 and 2000),
  original_body text not null,
  -- When its author agreed to a wording that is not their own.
  edit_agreed_on date,
  tags text[] not null default '{}' constraint review_tags_invalid check (
    cardinality(tags) <= 6 and array_to_string(tags, '', '') !~ '[\r\n,]' and char_length(array_to_string(tags, '')) <= 180),
  source text not null default 'manual' constraint unknown_review_source check (source in ('form', 'google', 'manual', 'import')),
  consent_scope text not null default 'first_name_only' constraint unknown_consent_scope check (
    consent_scope in ('first_name_only', 'site', 'ads')),
  -- The words that were agreed to in the form, or how the author agreed otherwise.
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
  constraint review_without_permission check (status <> 'approved' or (permission is not null and permitted_on is not null)),
  constraint review_not_verified check (status <> 'approved' or source <> 'form' or verified_at is not null),
  constraint review_changed_without_consent check (status <> 'approved' or body = original_body or edit_agreed_on is not null),
  constraint rejected_without_reason check ((status = 'rejected') = (rejected_because is not null))
);
create index reviews_shown on reviews (is_featured desc, approved_at desc) where status = 'approved';
create index reviews_newest on reviews (created_at desc);

-- Who wrote it and how it came. Not for everybody who may edit the site.
create table review_authors (
  review_id uuid primary key references reviews (id) on delete cascade,
  name text not null,
  email text,
  contact_id uuid references contacts (id) on delete set null,
  words_hash text not null,
  -- Which notice stood under the form.
  privacy_text_id uuid references consent_texts (id),
  source_url text,
  ip_trunc text,
  user_agent text,
  created_at timestamptz not null default now(),
  constraint review_already_left unique (email, words_hash)
);
create index review_authors_of_notice on review_authors (privacy_text_id);
create index review_authors_of_contact on review_authors (contact_id);

create function settle_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    -- What a person typed is the original, whoever typed it in.
    new.original_body := new.body;
  else
    new.version := old.version + 1;
  end if;
  if new.status <> 'approved' then
    new.approved_at := null;
    new.approved_by := null;
    new.is_featured := false;
  elsif tg_op = 'INSERT' or old.status <> 'approved' then
    new.approved_at := coalesce(new.approved_at, now());
    new.approved_by := auth.uid();
  end if;
  if new.status = 'pending' and new.source = 'form' then
    new.verified_at := coalesce(new.verified_at, now());
  end if;
  return new;
end
$$;

create trigger settle before insert or update on reviews for each row execute function settle_review();
create trigger announce_page_change after insert or update or delete on reviews
  for each statement execute function announce_page_change();

-- Rows of the demo stand only on the demo's own site.
create function is_demo_business() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.business_profiles p where p.user_id = public.business_owner_id() and p.is_demo)
$$;

grant execute on function is_demo_business() to anon, authenticated, service_role;

-- What every visitor may read: no address, no original wording, nothing that waits.
create function approved_reviews() returns table (
  id uuid, shown_name text, about text, rating smallint, body text, reply text, tags text[], is_featured boolean,
  is_verified boolean, source text, approved_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select r.id, r.shown_name, r.about, r.rating, r.body, r.reply, r.tags, r.is_featured, r.verified_at is not null, r.source, r.approved_at
  from public.reviews r
  where r.status = 'approved' and (not r.is_demo or public.is_demo_business())
  order by r.is_featured desc, r.approved_at desc, r.id
$$;

-- Of every rating that a client left, also of those that are not shown: an average of chosen ones would be no average. What nobody
-- of the staff has read does not count yet, or any visitor could move the average alone.
create function review_average() returns table (average numeric, rated bigint)
language sql stable security definer set search_path = '' as $$
  select round(avg(r.rating), 1), count(*)
  from public.reviews r
  where r.rating is not null and r.status <> 'pending_verification' and coalesce(r.rejected_because not in ('spam', 'not_a_client', 'withdrawn'), true)
    and (not r.is_demo or public.is_demo_business())
  having count(*) > 0
$$;

grant execute on function approved_reviews(), review_average() to anon, authenticated, service_role;

alter table reviews enable row level security;
alter table review_authors enable row level security;
grant select, delete on reviews to authenticated;
grant insert (shown_name, about, rating, body, tags, source, consent_scope, permission, permitted_on, status),
  update (shown_name, about, body, edit_agreed_on, tags, permission, permitted_on, status, rejected_because, is_featured, verified_at, reply)
  on reviews to authenticated;
grant select on review_authors to authenticated;

create policy "who cares for the site sees every review" on reviews for select to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "who cares for the site adds reviews that were given elsewhere" on reviews for insert to authenticated
  with check ((select has_role('owner', 'admin', 'content')) and source <> 'form');
create policy "who cares for the site decides on reviews" on reviews for update to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "owners and admins delete reviews" on reviews for delete to authenticated
  using ((select has_role('owner', 'admin')));
create policy "owners and admins see who wrote a review" on review_authors for select to authenticated
  using ((select has_role('owner', 'admin')));
