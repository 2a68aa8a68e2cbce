-- Notifies the page cache of all nodes, in the transaction of the change. For every table that pages show.
create function announce_page_change() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('page_changed', tg_table_name);
  return null;
end
$$;

create trigger announce_page_change after insert or update or delete on business_profiles
  for each statement execute function announce_page_change();

-- The owner's profile is the business's.
create trigger announce_page_change after insert or update or delete on user_roles
  for each statement execute function announce_page_change();
create trigger announce_page_change after insert or update or delete on consent_texts
  for each statement execute function announce_page_change();

-- Versions are immutable, except that their author may be deleted.
create function forbid_page_version_change() returns trigger language plpgsql as $$
begin
  raise sqlstate 'PT403' using message = 'only_added_to', detail = tg_table_name;
end
$$;
create trigger only_added_to before update of id, path, number, blocks, note, is_planted, created_at on page_versions
  for each row execute function forbid_page_version_change();

-- Drafts are not visible: only published changes notify.
create trigger announce_page_change after insert or delete or update of published_version_id on pages
  for each statement execute function announce_page_change();

-- Pages as editors see them: the latest version, and whether it is published.
create view site_pages with (security_invoker = true) as
  select p.path, p.label, p.position, p.version, p.published_version_id, p.published_at, p.published_by,
    v.id as newest_id, v.created_at as newest_at, v.created_by as newest_by, v.is_planted as newest_is_planted
  from pages p join page_versions v on v.path = p.path and v.number = p.version;
comment on view site_pages is 'never null: path, label, position, version, newest_id, newest_at, newest_is_planted';

-- Publishing the site publishes the latest version of every page that has none published, except the shared parts.
create function publish_pages_with_site() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id = public.business_owner_id() and not exists (select from public.pages where published_version_id is not null) then
    update public.pages p set published_version_id = v.id, published_at = now(), published_by = auth.uid()
    from public.page_versions v where v.path = p.path and v.number = p.version and p.path <> '/*';
  end if;
  return null;
end
$$;
create trigger publish_pages_with_site after update on business_profiles
  for each row when (old.published_at is null and new.published_at is not null) execute function publish_pages_with_site();
