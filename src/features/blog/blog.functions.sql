create trigger next_version before update on posts for each row execute function next_version();
create trigger next_version before update on post_categories for each row execute function next_version();
create trigger next_version before update on post_authors for each row execute function next_version();

-- Published revisions are immutable: a later text is a new revision.
create function forbid_shown_revision_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A deleted category or author may be cleared in any revision.
  if (new.title, new.excerpt, new.body, new.cover_alt, new.cover_art, new.tags) is distinct from
     (old.title, old.excerpt, old.body, old.cover_alt, old.cover_art, old.tags)
    and exists (select from public.posts p where p.shown_id = new.id) then
    raise sqlstate 'PT409' using message = 'revision_is_shown';
  end if;
  return new;
end
$$;
create trigger forbid_change_while_shown before update on post_revisions for each row execute function forbid_shown_revision_change();

-- Saving a draft does not invalidate pages: autosave runs every few seconds.
create trigger announce_new_post after insert on posts
  for each row when (new.status = 'published') execute function announce_page_change();
create trigger announce_page_change after delete or update of status, shown_id, published_at, featured, has_own_slug on posts
  for each statement execute function announce_page_change();
create trigger announce_page_change after insert or update or delete on post_categories
  for each statement execute function announce_page_change();
create trigger announce_page_change after insert or update or delete on post_authors
  for each statement execute function announce_page_change();

create function private.picture_uses_of_blog(ids uuid[]) returns table (place text, name text, link text)
language sql stable security definer set search_path = '' as $$
  select 'פוסט', coalesce(nullif(r.title, ''), 'פוסט בלי כותרת'), '/crm/blog/' || p.id
  from public.posts p join public.post_revisions r on r.id in (p.draft_id, p.shown_id)
  where p.deleted_at is null and (r.cover_id = any (ids) or private.names_picture(r.body, ids))
  group by p.id, 2
  union all
  select 'כותבי הבלוג', a.name, '/crm/blog' from public.post_authors a where a.picture_id = any (ids)
$$;
