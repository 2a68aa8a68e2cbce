-- Queries of the public blog. They run with the caller's rights: row-level security selects the posts.

-- A published post as lists show it, without its body.
create view published_posts with (security_invoker = true) as
  select p.id, s.slug, p.published_at, p.featured, r.saved_at, r.title, r.excerpt, r.search, r.tags, r.reading_min,
    r.cover_alt, r.cover_art,
    case when pic.id is null then null else jsonb_build_object('id', pic.id, 'format', pic.format, 'width', pic.width, 'height', pic.height) end as cover,
    c.slug as category_slug, c.name as category_name, c.id as category_id, a.name as author_name
  from posts p
  join post_revisions r on r.id = p.shown_id
  join post_slugs s on s.post_id = p.id and s.is_current
  left join pictures pic on pic.id = r.cover_id
  left join post_categories c on c.id = r.category_id
  left join post_authors a on a.id = r.author_id
  where p.status = 'published';
comment on view published_posts is 'never null: id, slug, published_at, featured, saved_at, title, excerpt, search, tags, reading_min, cover_alt, cover_art';

-- Posts of a category, with a tag, containing all words; `words` are normalized. Newest first, with the total count.
create function find_posts(category text, tag text, words text[], skipped integer, wanted integer) returns jsonb
language sql stable set search_path = public as $$
  with found as (
    select * from published_posts p
    where (category is null or p.category_slug = category)
      and (tag is null or p.tags @> array[tag])
      and not exists (select from unnest(words[1:10]) word where strpos(p.search, word) = 0)
  )
  select jsonb_build_object(
    'total', (select count(*) from found),
    'posts', coalesce((select jsonb_agg(to_jsonb(shown) - 'search' order by shown.published_at desc, shown.id) from (
      select * from found order by published_at desc, id offset greatest(skipped, 0) limit least(greatest(wanted, 1), 100)) shown), '[]'))
$$;
comment on function find_posts is 'takes null: category, tag';
grant execute on function find_posts(text, text, text[], integer, integer) to anon, authenticated;

-- The post at a slug: its current slug, content and related posts. For a former slug, only the current slug.
create function read_post(address text) returns jsonb
language sql stable set search_path = public as $$
  with asked as (select s.post_id, s.is_current from post_slugs s where s.slug = address),
  shown as (
    select p.*, r.body, r.author_id from published_posts p
    join asked on asked.post_id = p.id
    join posts on posts.id = p.id
    join post_revisions r on r.id = posts.shown_id
  )
  select case when asked.is_current then to_jsonb(shown) - 'search' || jsonb_build_object(
      'author', (select jsonb_build_object('name', a.name, 'about', a.about, 'picture',
          (select jsonb_build_object('id', pic.id, 'format', pic.format, 'width', pic.width, 'height', pic.height) from pictures pic where pic.id = a.picture_id))
        from post_authors a where a.id = shown.author_id),
      -- Related posts are ordered by shared category, number of shared tags, and date.
      'related', coalesce((select jsonb_agg(to_jsonb(other) - 'search' - 'rank' order by other.rank desc, other.published_at desc, other.id) from (
          select o.*, (o.category_id is not distinct from shown.category_id)::int * 10 + cardinality(array(select unnest(o.tags) intersect select unnest(shown.tags))) as rank
          from published_posts o where o.id <> shown.id order by rank desc, o.published_at desc, o.id limit 3) other), '[]'))
    else jsonb_build_object('moved_to', shown.slug) end
  from asked, shown
$$;
grant execute on function read_post(text) to anon, authenticated;

-- An unpublished post for the holder of a preview link. Security definer: the token is the permission.
create function preview_post(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', p.id, 'slug', s.slug, 'published_at', coalesce(p.published_at, p.scheduled_for, now()), 'featured', p.featured,
    'saved_at', r.saved_at, 'title', r.title, 'excerpt', r.excerpt, 'tags', r.tags, 'reading_min', r.reading_min, 'body', r.body,
    'cover_alt', r.cover_alt, 'cover_art', r.cover_art,
    'cover', (select jsonb_build_object('id', c.id, 'format', c.format, 'width', c.width, 'height', c.height) from public.pictures c where c.id = r.cover_id),
    'category_slug', k.slug, 'category_name', k.name, 'author_name', a.name,
    'author', case when a.id is null then null else jsonb_build_object('name', a.name, 'about', a.about, 'picture',
      (select jsonb_build_object('id', c.id, 'format', c.format, 'width', c.width, 'height', c.height) from public.pictures c where c.id = a.picture_id)) end,
    'related', '[]'::jsonb)
  from public.post_previews v
  join public.posts p on p.id = v.post_id and p.deleted_at is null
  join public.post_revisions r on r.id = p.draft_id
  left join public.post_slugs s on s.post_id = p.id and s.is_current
  left join public.post_categories k on k.id = r.category_id
  left join public.post_authors a on a.id = r.author_id
  where v.token_hash = extensions.digest(token, 'sha256') and v.expires_at > now()
$$;
grant execute on function preview_post(text) to anon, authenticated;
