-- The face beside the words, from those who agreed to show it: a small square, made anew from its pixels. It lies in the row and in no
-- bucket, so that it goes with its review in one transaction, and nobody can guess an address at which it stands before it is approved.
create table review_photos (
  id uuid primary key default gen_random_uuid(),
  review_id uuid not null constraint review_has_a_photo unique references reviews (id) on delete cascade,
  -- WebP.
  bytes bytea not null constraint review_photo_size check (octet_length(bytes) between 1 and 200000),
  agreed_words text not null,
  created_at timestamptz not null default now()
);
create trigger announce_page_change after insert or update or delete on review_photos
  for each statement execute function announce_page_change();

alter table review_photos enable row level security;
grant select, delete on review_photos to authenticated;
create policy "who cares for the site sees the photos of authors" on review_photos for select to authenticated
  using ((select has_role('owner', 'admin', 'content')));
create policy "who cares for the site takes a photo away" on review_photos for delete to authenticated
  using ((select has_role('owner', 'admin', 'content')));

-- A photo in base64: for everybody once its review is shown, before that for those who decide on it.
create function review_photo(photo uuid) returns text
language sql stable security definer set search_path = '' as $$
  select translate(encode(p.bytes, 'base64'), E'\n', '')
  from public.review_photos p join public.reviews r on r.id = p.review_id
  where p.id = photo
    and ((r.status = 'approved' and (not r.is_demo or public.is_demo_business())) or public.has_role('owner', 'admin', 'content'))
$$;
grant execute on function review_photo(uuid) to anon, authenticated, service_role;

-- With the photo, and with how it is known who wrote it.
drop function approved_reviews();
create function approved_reviews() returns table (
  id uuid, shown_name text, about text, rating smallint, body text, reply text, tags text[], is_featured boolean,
  verified_by text, source text, approved_at timestamptz, photo_id uuid
)
language sql stable security definer set search_path = '' as $$
  select r.id, r.shown_name, r.about, r.rating, r.body, r.reply, r.tags, r.is_featured, r.verified_by, r.source, r.approved_at, p.id
  from public.reviews r left join public.review_photos p on p.review_id = r.id
  where r.status = 'approved' and (not r.is_demo or public.is_demo_business())
  order by r.is_featured desc, r.approved_at desc, r.id
$$;
grant execute on function approved_reviews() to anon, authenticated, service_role;

-- Who is forgotten leaves words of nobody: no face beside them, no link to them, no other wording that waits for a yes.
create function forget_review_author() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.review_photos p where p.review_id = new.review_id;
  delete from public.review_edits e where e.review_id = new.review_id;
  delete from public.review_links l where l.review_id = new.review_id;
  return null;
end
$$;
create trigger forget_author after update of email on review_authors for each row
  when (old.email is not null and new.email is null) execute function forget_review_author();

create function forget_review_requests() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.review_requests r where r.contact_id = new.id;
  return null;
end
$$;
create trigger forget_review_requests after update of anonymised_at on contacts for each row
  when (old.anonymised_at is null and new.anonymised_at is not null) execute function forget_review_requests();
