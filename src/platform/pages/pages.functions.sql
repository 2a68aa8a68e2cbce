-- Notifies the page cache of all nodes, in the transaction of the change. For every table that pages show.
create function announce_page_change() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('page_changed', tg_table_name);
  return null;
end
$$;

create trigger announce_page_change after insert or update or delete on business_profiles
  for each statement execute function announce_page_change();

-- The owner's profile is the profile of the business.
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

-- Only published changes notify, because drafts are not visible to visitors.
create trigger announce_page_change after insert or delete or update of published_version_id on pages
  for each statement execute function announce_page_change();
create trigger announce_layout after update of layout on pages
  for each statement execute function announce_page_change();

-- Pages as editors see them: the latest version, and whether it is published.
create view site_pages with (security_invoker = true) as
  select p.path, p.label, p.position, p.is_own, p.layout, p.publish_at, p.scheduled_version_id, p.version, p.published_version_id, p.published_at, p.published_by,
    v.id as newest_id, v.created_at as newest_at, v.created_by as newest_by, v.is_planted as newest_is_planted
  from pages p join page_versions v on v.path = p.path and v.number = p.version;
comment on view site_pages is 'never null: path, label, position, is_own, layout, version, newest_id, newest_at, newest_is_planted';

-- Publishing the site publishes the latest version of every page that has none published, except the shared parts.
create function publish_pages_with_site() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id = private.business_owner() and not exists (select from public.pages where published_version_id is not null) then
    update public.pages p set published_version_id = v.id, published_at = now(), published_by = auth.uid(),
      publish_at = null, scheduled_version_id = null
    from public.page_versions v where v.path = p.path and v.number = p.version and p.path <> '/*';
  end if;
  return null;
end
$$;
create trigger publish_pages_with_site after update on business_profiles
  for each row when (old.published_at is null and new.published_at is not null) execute function publish_pages_with_site();

create trigger announce_page_change after delete or update on pictures
  for each statement execute function announce_page_change();

create function private.picture_uses_of_pages(ids uuid[]) returns table (place text, name text, link text)
language sql stable security definer set search_path = '' as $$
  select 'עמוד', p.label, p.path
  from public.pages p
  where exists (
    select from public.page_versions v
    where v.path = p.path and (v.number = p.version or v.id in (p.published_version_id, p.scheduled_version_id)) and private.names_picture(v.blocks, ids))
  order by p.position
$$;

-- Schedules the publication of a version; null removes the schedule. Called by a function that has checked the version.
create function private.schedule_page(page_path text, version_id uuid, at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.pages p set publish_at = at, scheduled_version_id = case when at is not null then version_id end, updated_at = now()
  where p.path = page_path;
  if at is not null then
    perform jobs.enqueue('publish_page', json_build_object('path', page_path), 'publish_page:' || page_path, at);
  end if;
end
$$;
grant execute on function private.schedule_page(text, uuid, timestamptz) to service_role;

-- Publishes the scheduled version of a page when it is due. Idempotent; called by the job, possibly too early.
create function publish_due_page(page_path text) returns boolean
language sql security definer set search_path = '' as $$
  with published as (
    update public.pages p set published_version_id = p.scheduled_version_id, published_at = now(), published_by = null,
      publish_at = null, scheduled_version_id = null
    where p.path = page_path and p.publish_at <= clock_timestamp() returning 1
  )
  select exists (select from published)
$$;
grant execute on function publish_due_page(text) to worker;
