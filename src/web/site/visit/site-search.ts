// Where on the site something may be read: its pages, its articles, what it offers.
import type { SupabaseClient } from '@supabase/supabase-js'
import { findPosts } from '#features/blog/blog.data.ts'
import { postPath } from '#features/blog/slug.ts'
import { findPages } from '#features/pages/page-search.data.ts'

export type Hit = { href: string; title: string; text: string }

// More than a person reads on a page that was not the one they wanted.
const most = { pages: 5, posts: 5 }

/** What answers the words, pages before articles. Variants of the front door are left to the front door. */
export async function searchSite(backend: SupabaseClient, asked: string): Promise<Hit[]> {
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
