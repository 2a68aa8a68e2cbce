// Site search: pages, posts and products.
import type { Backend } from '#client/backend.ts'
import { findPosts } from '#features/blog/blog.data.ts'
import { postPath } from '#features/blog/slug.ts'
import { findPages } from '#platform/pages/page-search.data.ts'

export type Hit = { href: string; title: string; text: string }

// Enough for a 404 page.
const most = { pages: 5, posts: 5 }

/** Matches of the query, pages before posts. A/B variants of the home page are excluded. */
export async function searchSite(backend: Backend, asked: string): Promise<Hit[]> {
  const [pages, { posts }] = await Promise.all([
    findPages(backend, asked),
    findPosts(backend, { query: asked }, { skipped: 0, wanted: most.posts }),
  ])
  return [
    ...pages
      .filter(({ path }) => !path.startsWith('/home-'))
      .slice(0, most.pages)
      .map(({ path, title, lead }) => ({ href: encodeURI(path), title, text: lead })),
    ...posts.map(({ slug, title, excerpt }) => ({ href: postPath(slug), title, text: excerpt })),
  ]
}
