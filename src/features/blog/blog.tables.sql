-- Blog posts: a post has an address, a status and revisions. Visitors read the shown revision while the draft is edited in another one.
create table post_categories (
  id uuid primary key default gen_random_uuid(),
  slug text not null constraint category_exists unique
    constraint category_slug_invalid check (slug ~ '^[a-z0-9א-ת]+(-[a-z0-9א-ת]+)*$' and char_length(slug) <= 60),
  name text not null constraint category_name_length check (char_length(btrim(name)) between 1 and 40),
  position integer not null default 0,
  version integer not null default 1
);

create table post_authors (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint author_name_length check (char_length(btrim(name)) between 1 and 80),
  -- One or two sentences below each of the author's posts.
  about text not null default '' constraint author_about_length check (char_length(about) <= 400),
  picture_id uuid references pictures (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  is_demo boolean not null default false,
  version integer not null default 1
);
create index post_authors_picture_id on post_authors (picture_id);

create table posts (
  id uuid primary key default gen_random_uuid(),
  status text not null default 'draft' constraint unknown_status check (status in ('draft', 'scheduled', 'published')),
  published_at timestamptz,
  scheduled_for timestamptz,
  -- The revision being edited, and the one that visitors read or will read when the post is due.
  draft_id uuid,
  shown_id uuid,
  -- Chosen by an editor: it no longer follows the title.
  has_own_slug boolean not null default false,
  featured boolean not null default false,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz,
  is_demo boolean not null default false,
  version integer not null default 1,
  constraint published_without_content check (status <> 'published' or (shown_id is not null and published_at is not null)),
  constraint scheduled_without_hour check ((status = 'scheduled') = (scheduled_for is not null) and (status <> 'scheduled' or shown_id is not null)),
  constraint deleted_but_public check (deleted_at is null or status = 'draft')
);
create index posts_published on posts (published_at desc) where status = 'published';
create index posts_created_by on posts (created_by);
create unique index posts_draft_id on posts (draft_id);
create unique index posts_shown_id on posts (shown_id);

create table post_revisions (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references posts (id) on delete cascade,
  title text not null default '' constraint title_length check (char_length(title) <= 120),
  excerpt text not null default '' constraint excerpt_length check (char_length(excerpt) <= 300),
  -- The editor's document, sanitized by the server to what a post may contain.
  body jsonb not null default '{"type": "doc", "content": []}' constraint body_invalid check (body ->> 'type' = 'doc'),
  plain text not null default '',
  -- Title, excerpt and text, normalized for search.
  search text not null default '',
  -- Null: a generated drawing is shown instead.
  cover_id uuid references pictures (id) on delete set null,
  cover_alt text not null default '' constraint cover_alt_length check (char_length(cover_alt) <= 200),
  cover_art text not null default 'gap' constraint unknown_art check (cover_art in ('gap', 'jars', 'path', 'meeting', 'table')),
  category_id uuid references post_categories (id) on delete set null,
  author_id uuid references post_authors (id) on delete set null,
  tags text[] not null default '{}' constraint too_many_tags check (cardinality(tags) <= 10),
  reading_min integer not null default 1 check (reading_min >= 1),
  why text not null default 'saved' constraint unknown_reason check (why in ('saved', 'restored')),
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  saved_at timestamptz not null default clock_timestamp()
);
create index post_revisions_of_post on post_revisions (post_id, saved_at desc);
create index post_revisions_cover_id on post_revisions (cover_id);
create index post_revisions_category_id on post_revisions (category_id);
create index post_revisions_author_id on post_revisions (author_id);
create index post_revisions_created_by on post_revisions (created_by);

alter table posts
  add constraint posts_draft_id_fkey foreign key (draft_id) references post_revisions (id) deferrable initially deferred,
  add constraint posts_shown_id_fkey foreign key (shown_id) references post_revisions (id) deferrable initially deferred;

-- Every published address of a post. Former addresses redirect to the current one.
create table post_slugs (
  slug text primary key collate "C"
    constraint slug_invalid check (slug ~ '^[a-z0-9א-ת]+(-[a-z0-9א-ת]+)*$' and char_length(slug) <= 60)
    constraint slug_reserved check (slug <> all (array['rss', 'feed', 'preview', 'page', 'topic', 'tag', 'search', 'author'])),
  post_id uuid not null references posts (id) on delete cascade,
  is_current boolean not null default true,
  created_at timestamptz not null default clock_timestamp()
);
create unique index one_slug_of_now on post_slugs (post_id) where is_current;
create index post_slugs_of_post on post_slugs (post_id);

-- Preview links of drafts. Only the token's SHA-256 is stored.
create table post_previews (
  token_hash bytea primary key,
  post_id uuid not null references posts (id) on delete cascade,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index post_previews_of_post on post_previews (post_id);
create index post_previews_created_by on post_previews (created_by);

insert into post_categories (id, slug, name, position) values
  ('00000000-0000-4000-8060-000000000001', 'תקציב', 'תקציב', 1),
  ('00000000-0000-4000-8060-000000000002', 'חובות', 'חובות', 2),
  ('00000000-0000-4000-8060-000000000003', 'זוגיות-וכסף', 'זוגיות וכסף', 3);
