create trigger next_version before update on posts for each row execute function next_version();
create trigger next_version before update on post_categories for each row execute function next_version();
create trigger next_version before update on post_authors for each row execute function next_version();

-- What visitors read does not change under them: a later text is a later revision.
create function keep_shown_revision() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A category or an author that was taken out may leave any revision.
  if (new.title, new.excerpt, new.body, new.cover_alt, new.cover_art, new.tags) is distinct from
     (old.title, old.excerpt, old.body, old.cover_alt, old.cover_art, old.tags)
    and exists (select from public.posts p where p.shown_id = new.id) then
    raise sqlstate 'PT409' using message = 'revision_is_shown';
  end if;
  return new;
end
$$;
create trigger keep_shown before update on post_revisions for each row execute function keep_shown_revision();

-- A draft saves itself every few seconds: that is no news to visitors, and every page would be made anew for it.
create trigger announce_new_post after insert on posts
  for each row when (new.status = 'published') execute function announce_page_change();
create trigger announce_page_change after delete or update of status, shown_id, published_at, featured, has_own_slug on posts
  for each statement execute function announce_page_change();
create trigger announce_page_change after insert or update or delete on post_categories
  for each statement execute function announce_page_change();
create trigger announce_page_change after insert or update or delete on post_authors
  for each statement execute function announce_page_change();
