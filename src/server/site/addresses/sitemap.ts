// sitemap.xml and robots.txt.
import { linkTo, type SitePage } from '#features/seo/seo.ts'
import { routes } from '#web/routes.ts'
import { escapeHtml } from '../escape-html.ts'
import type { RenderedResponse } from '../pages/page-cache.ts'
import type { PageCatalog } from './page-catalog.ts'

const headers = (type: string) => ({
  'content-type': `${type}; charset=utf-8`,
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
})

/** Whether search engines may list the page, under its own URL. */
export const isIndexable = ({ path, isHidden, canonical }: SitePage, siteUrl: string) =>
  !isHidden && canonical === new URL(linkTo(path), siteUrl).href

export async function sitemap(pages: PageCatalog, siteUrl: string): Promise<RenderedResponse> {
  const listed = (await pages.list()).filter((page) => isIndexable(page, siteUrl))
  const entries = listed.map(({ canonical, modifiedAt }) => {
    const changed = modifiedAt ? `<lastmod>${new Date(modifiedAt).toISOString()}</lastmod>` : ''
    return `<url><loc>${escapeHtml(canonical!)}</loc>${changed}</url>`
  })
  const html = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`
  return { status: 200, html, headers: headers('application/xml') }
}

/** A crawler must fetch a noindex page to see its noindex, so only URLs that are no pages are disallowed. */
export function robots(siteUrl: string): RenderedResponse {
  const apps = routes.filter(({ shell }) => shell === 'app').map(({ path }) => path.replace('/*', '/'))
  const closed = [...new Set([...apps, '/rest/', '/functions/', '/realtime/', '/setup'])].map(
    (path) => `Disallow: ${path}`,
  )
  const html = ['User-agent: *', ...closed, '', `Sitemap: ${siteUrl}/sitemap.xml`, ''].join('\n')
  return { status: 200, html, headers: headers('text/plain') }
}
