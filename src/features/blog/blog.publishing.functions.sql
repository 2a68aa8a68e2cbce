-- Operations on posts for site editors. Each call passes the version that its caller has read; a stale version is
-- refused.

-- The post, locked until the end of the transaction.
create function lock_post(post uuid, seen_version integer) returns posts
language plpgsql security definer set search_path = '' as $$
declare
  held public.posts;
begin
  perform private.require_role('owner', 'admin', 'content');
  select * into held from public.posts p where p.id = post for update;
  if held.id is null then
    raise sqlstate 'PT404' using message = 'post_gone';
  end if;
  if held.version <> seen_version then
    raise sqlstate 'PT409' using message = 'post_changed_meanwhile';
  end if;
  return held;
end
$$;

-- Why a revision cannot be published; null if it can.
create function missing_to_publish(revision post_revisions) returns text
language sql stable set search_path = '' as $$
  select case
    when btrim(revision.title) = '' then 'title_missing'
    when btrim(revision.plain) = '' then 'body_missing'
    when btrim(revision.excerpt) = '' then 'excerpt_missing'
    when revision.cover_id is not null and btrim(revision.cover_alt) = '' then 'cover_alt_missing'
    when revision.body @? '$.**.content[*] ? (@.type == "figure" && (@.attrs.alt == "" || !exists(@.attrs.alt)))' then 'picture_alt_missing'
    -- The image was deleted from the library while only an earlier revision or a deleted post referenced it.
    when exists (
      select from jsonb_path_query(revision.body, '$.**.content[*] ? (@.type == "figure").attrs.picture.id') as named (id)
      where not exists (select from public.pictures p where p.id = (named.id #>> '{}')::uuid)) then 'picture_missing'
  end
$$;

-- Publishes the draft now, or schedules it. Returns the post's new version.
create function publish_post(post uuid, seen_version integer, at timestamptz default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  held constant public.posts := public.lock_post(post, seen_version);
  written public.post_revisions;
  missing text;
  later constant boolean := at > clock_timestamp();
  answer integer;
begin
  if held.deleted_at is not null then
    raise sqlstate 'PT404' using message = 'post_gone';
  end if;
  if later and held.status = 'published' then
    raise sqlstate 'PT409' using message = 'already_published';
  end if;
  if later and at > clock_timestamp() + interval '2 years' then
    raise sqlstate 'PT422' using message = 'hour_too_far';
  end if;
  select * into written from public.post_revisions r where r.id = held.draft_id;
  missing := public.missing_to_publish(written);
  if missing is not null then
    raise sqlstate 'PT422' using message = missing;
  end if;
  update public.posts p set
    status = case when later then 'scheduled' else 'published' end,
    shown_id = written.id,
    scheduled_for = case when later then at end,
    published_at = case when later then held.published_at else coalesce(held.published_at, clock_timestamp()) end,
    updated_at = clock_timestamp()
  where p.id = post returning p.version into answer;
  if later then
    perform jobs.enqueue('publish_post', json_build_object('post', post), 'publish_post:' || post, at);
  end if;
  return answer;
end
$$;
comment on function publish_post is 'never null';

-- Unpublishes or unschedules a post. Its slugs remain reserved for it.
create function unpublish_post(post uuid, seen_version integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  answer integer;
begin
  perform public.lock_post(post, seen_version);
  update public.posts p set status = 'draft', shown_id = null, scheduled_for = null, updated_at = clock_timestamp()
  where p.id = post returning p.version into answer;
  return answer;
end
$$;
comment on function unpublish_post is 'never null';

-- Publishes a scheduled post when it is due. Idempotent; called by the job, which may run early.
create function publish_due_post(post uuid) returns boolean
language sql security definer set search_path = '' as $$
  with published as (
    update public.posts p set status = 'published', published_at = coalesce(p.published_at, p.scheduled_for), scheduled_for = null, updated_at = clock_timestamp()
    where p.id = post and p.status = 'scheduled' and p.scheduled_for <= clock_timestamp() returning 1
  )
  select exists (select from published)
$$;
grant execute on function publish_due_post(uuid) to worker;

-- Restores an earlier revision as the draft; the current one stays in the history.
create function restore_post_revision(post uuid, revision uuid, seen_version integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  answer integer;
  fresh uuid;
begin
  perform public.lock_post(post, seen_version);
  insert into public.post_revisions (post_id, title, excerpt, body, plain, search, cover_id, cover_alt, cover_art, category_id, author_id, tags, reading_min, why)
  select r.post_id, r.title, r.excerpt, r.body, r.plain, r.search, r.cover_id, r.cover_alt, r.cover_art, r.category_id, r.author_id, r.tags, r.reading_min, 'restored'
  from public.post_revisions r where r.id = revision and r.post_id = post returning id into fresh;
  if fresh is null then
    raise sqlstate 'PT404' using message = 'revision_gone';
  end if;
  update public.posts p set draft_id = fresh, updated_at = clock_timestamp() where p.id = post returning p.version into answer;
  return answer;
end
$$;
comment on function restore_post_revision is 'never null';

-- Sets a post's slug. With `exact`, as chosen by the editor, a taken slug is refused; otherwise a number is appended. Published slugs
-- remain and redirect; unpublished slugs are released.
create function give_post_slug(post uuid, wanted text, exact boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  free text := wanted;
  n integer := 1;
begin
  perform pg_advisory_xact_lock(hashtextextended('post_slugs', 0));
  while exists (select from public.post_slugs s where s.slug = free and s.post_id <> post) loop
    if exact then
      raise sqlstate 'PT409' using message = 'slug_taken';
    end if;
    n := n + 1;
    free := rtrim(left(wanted, 60 - char_length('-' || n)), '-') || '-' || n;
  end loop;
  if exists (select from public.post_slugs s where s.slug = free and s.post_id = post and s.is_current) then
    return;
  end if;
  if (select p.published_at is null from public.posts p where p.id = post) then
    delete from public.post_slugs s where s.post_id = post and s.slug <> free;
  end if;
  update public.post_slugs s set is_current = false where s.post_id = post and s.is_current;
  insert into public.post_slugs (slug, post_id) values (free, post) on conflict (slug) do update set is_current = true;
end
$$;

create function change_post_slug(post uuid, slug text, seen_version integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  answer integer;
begin
  perform public.lock_post(post, seen_version);
  perform public.give_post_slug(post, slug, true);
  -- An update of this column notifies the page cache of the new address.
  update public.posts p set has_own_slug = true, updated_at = clock_timestamp() where p.id = post returning p.version into answer;
  return answer;
end
$$;
comment on function change_post_slug is 'never null';

-- Removes a post from the site and the list; `restore_post` restores it as a draft.
create function delete_post(post uuid, seen_version integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  answer integer;
begin
  perform public.lock_post(post, seen_version);
  delete from public.post_previews v where v.post_id = post;
  update public.posts p set status = 'draft', shown_id = null, scheduled_for = null, deleted_at = clock_timestamp()
  where p.id = post returning p.version into answer;
  return answer;
end
$$;
comment on function delete_post is 'never null';

create function restore_post(post uuid, seen_version integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  answer integer;
begin
  perform public.lock_post(post, seen_version);
  update public.posts p set deleted_at = null, updated_at = clock_timestamp() where p.id = post returning p.version into answer;
  return answer;
end
$$;
comment on function restore_post is 'never null';

-- Creates a preview link to the draft, valid for two weeks. Earlier links expire.
create function open_post_preview(post uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  token constant text := encode(extensions.gen_random_bytes(16), 'hex');
begin
  perform private.require_role('owner', 'admin', 'content');
  delete from public.post_previews v where v.post_id = post or v.expires_at < now();
  insert into public.post_previews (token_hash, post_id, expires_at)
  select extensions.digest(token, 'sha256'), p.id, now() + interval '14 days' from public.posts p where p.id = post and p.deleted_at is null;
  if not found then
    raise sqlstate 'PT404' using message = 'post_gone';
  end if;
  return token;
end
$$;
comment on function open_post_preview is 'never null';

create function close_post_preview(post uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_role('owner', 'admin', 'content');
  delete from public.post_previews v where v.post_id = post;
end
$$;

grant execute on function publish_post(uuid, integer, timestamptz), unpublish_post(uuid, integer), restore_post_revision(uuid, uuid, integer),
  change_post_slug(uuid, text, integer), delete_post(uuid, integer), restore_post(uuid, integer), open_post_preview(uuid), close_post_preview(uuid)
  to authenticated;
grant execute on function lock_post(uuid, integer), give_post_slug(uuid, text, boolean) to service_role;
