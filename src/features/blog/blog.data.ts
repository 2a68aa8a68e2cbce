// Public reads of the blog, without a session: they return what a visitor sees.
import type { Backend } from '#client/backend.ts'
import { readAll } from '#client/read-all.ts'
import { searchWords } from '#lib/hebrew/search-form.ts'
import type { ListedPost, PostCategory, ShownPost } from './blog.ts'
import { sanitizeBody } from './post-body.ts'
import { isSlug, normalizeSlug, slugOf } from './slug.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    find_posts: { total: number; posts: ListedPost[] }
    read_post: StoredPost | { moved_to: string } | null
    preview_post: StoredPost | null
    'published_posts.cover': ListedPost['cover']
    'published_posts.cover_art': ListedPost['cover_art']
  }
}

export type PostQuery = { category?: string | undefined; tag?: string | undefined; query?: string | undefined }

/** One page of published posts, newest first, and the `total` of matching posts. */
export async function findPosts(
  backend: Backend,
  { category, tag, query }: PostQuery,
  { skipped, wanted }: { skipped: number; wanted: number },
): Promise<{ total: number; posts: ListedPost[] }> {
  const { data } = await backend
    .rpc('find_posts', {
      category: category ?? null,
      tag: tag ?? null,
      words: searchWords(query ?? ''),
      skipped,
      wanted,
    })
    .throwOnError()
  return data
}

/** The newest posts, for other pages. */
export const readLatestPosts = async (backend: Backend, limit = 3): Promise<ListedPost[]> =>
  (await findPosts(backend, {}, { skipped: 0, wanted: limit })).posts

/** The author at a slug, with their published posts, newest first; undefined without published posts. */
export async function readAuthor(
  backend: Backend,
  slug: string,
): Promise<{ author: NonNullable<ShownPost['author']>; posts: ListedPost[] } | undefined> {
  const { data: authors } = await backend
    .from('post_authors')
    .select('name, about, picture:pictures(id, format, width, height)')
    .order('created_at')
    .throwOnError()
  // Several names can have one slug: the first author with published posts has the page.
  for (const author of authors.filter(({ name }) => slugOf(name) === slug)) {
    const { data: posts } = await backend
      .from('published_posts')
      .select(
        'id, slug, title, excerpt, published_at, saved_at, featured, reading_min, cover, cover_alt, cover_art, tags, category_slug, category_name, author_name',
      )
      .eq('author_name', author.name)
      .order('published_at', { ascending: false })
      .order('id')
      .limit(100)
      .throwOnError()
    if (posts.length > 0) return { author, posts }
  }
  return undefined
}

/** The authors of published posts, with the time of the newest one. */
export async function readAuthorAddresses(backend: Backend): Promise<{ name: string; latestAt: string }[]> {
  const posts = await readAll((from, to) =>
    backend
      .from('published_posts')
      .select('author_name, published_at', { count: 'exact' })
      .not('author_name', 'is', null)
      .order('published_at', { ascending: false })
      .order('slug')
      .range(from, to)
      .throwOnError(),
  )
  const latest = new Map<string, string>()
  for (const { author_name: name, published_at } of posts)
    if (name !== null && !latest.has(name)) latest.set(name, published_at)
  return [...latest].map(([name, latestAt]) => ({ name, latestAt }))
}

/** Categories with published posts, in order. */
export async function readPostCategories(backend: Backend): Promise<Pick<PostCategory, 'slug' | 'name'>[]> {
  const posts = await readAll((from, to) =>
    backend
      .from('published_posts')
      .select('category_slug', { count: 'exact' })
      .not('category_slug', 'is', null)
      .order('slug')
      .range(from, to)
      .throwOnError(),
  )
  const used = new Set(posts.map(({ category_slug }) => category_slug))
  const { data: all } = await backend
    .from('post_categories')
    .select('slug, name')
    .order('position')
    .order('name')
    .throwOnError()
  return all.filter(({ slug }) => used.has(slug))
}

/** The post at a slug, or its current slug if the given one is old or spelled differently. */
export async function readPost(backend: Backend, typed: string): Promise<ShownPost | { movedTo: string } | undefined> {
  const address = normalizeSlug(typed)
  if (!isSlug(address)) return undefined
  const { data: found } = await backend.rpc('read_post', { address }).throwOnError()
  if (!found) return undefined
  if ('moved_to' in found) return { movedTo: found.moved_to }
  return address === typed ? shown(found) : { movedTo: found.slug }
}

/** The draft of a post, for holders of its preview link. */
export async function readPostPreview(backend: Backend, token: string): Promise<ShownPost | undefined> {
  if (!/^[0-9a-f]{32}$/.test(token)) return undefined
  const { data } = await backend.rpc('preview_post', { token }).throwOnError()
  return data === null ? undefined : shown(data)
}

type StoredPost = Omit<ShownPost, 'body'> & { body: unknown }

/** Stored bodies are sanitised again before rendering. */
const shown = (post: StoredPost): ShownPost => ({ ...post, body: sanitizeBody(post.body) })

type PostAddress = Pick<ListedPost, 'slug' | 'title' | 'excerpt' | 'published_at' | 'saved_at'>

/** URLs of all published posts, newest first, for the sitemap. */
export const readPostAddresses = (backend: Backend): Promise<PostAddress[]> =>
  readAll((from, to) => newestPosts(backend).range(from, to).throwOnError())

/** URLs of the newest posts, for the feed. */
export async function readNewestPosts(backend: Backend, max: number): Promise<PostAddress[]> {
  const { data } = await newestPosts(backend).limit(max).throwOnError()
  return data
}

const newestPosts = (backend: Backend) =>
  backend
    .from('published_posts')
    .select('slug, title, excerpt, published_at, saved_at', { count: 'exact' })
    .order('published_at', { ascending: false })
    .order('slug')
