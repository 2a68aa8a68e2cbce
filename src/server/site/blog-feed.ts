// /blog/rss.xml: the newest posts as RSS.
import { createHash } from 'node:crypto'
import type { Backend } from '#client/backend.ts'
import type { FastifyInstance } from 'fastify'
import { readNewestPosts } from '#features/blog/blog.data.ts'
import { postPath } from '#features/blog/slug.ts'
import type { SiteFacts } from '#web/pages.ts'
import { escapeHtml } from './escape-html.ts'

type Options = { backend: Backend; readFacts: () => Promise<SiteFacts> }

const max = 30

export function mountBlogFeed(app: FastifyInstance, { backend, readFacts }: Options) {
  app.get('/blog/rss.xml', async (request, reply) => {
    const [facts, posts] = await Promise.all([readFacts(), readNewestPosts(backend, max)])
    const feed = feedOf(facts, posts)
    const etag = `"${createHash('sha256').update(feed).digest('base64url').slice(0, 22)}"`
    // Feed readers poll often, so the response is cacheable and has an ETag.
    reply.headers({ etag, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('application/rss+xml; charset=utf-8').send(feed)
  })
}

function feedOf({ business, siteUrl }: SiteFacts, posts: Awaited<ReturnType<typeof readNewestPosts>>) {
  const items = posts.map(({ slug, title, excerpt, published_at }) => {
    const address = siteUrl + postPath(slug)
    return `<item>
<title>${escapeHtml(title)}</title>
<link>${escapeHtml(address)}</link>
<guid isPermaLink="true">${escapeHtml(address)}</guid>
<pubDate>${new Date(published_at).toUTCString()}</pubDate>
<description>${escapeHtml(excerpt)}</description>
</item>`
  })
  const name = escapeHtml(`הבלוג של ${business.business_name}`)
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${name}</title>
<link>${siteUrl}/blog</link>
<atom:link href="${siteUrl}/blog/rss.xml" rel="self" type="application/rss+xml"/>
<description>${name}</description>
<language>he</language>
${items.join('\n')}
</channel></rss>
`
}
