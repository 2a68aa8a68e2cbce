// Renders a page of the site, with business details and SEO data from the database.
import type { Backend } from '#client/backend.ts'
import type { Page } from '#platform/pages/pages.ts'
import type { SeoOfPath } from '#features/seo/seo.ts'
import type { SiteFacts } from '#web/pages.ts'
import { notFoundPage } from '#web/routes.ts'
import type { Renderer } from '../renderer.ts'
import type { Assignment } from './ab-assignment.ts'
import { isPage, type RenderResult, type RenderedResponse } from './page-cache.ts'
import { pageHeaders } from './page-headers.ts'

export type PageSources = {
  renderer: Renderer
  readFacts: () => Promise<SiteFacts>
  readSeo: (path: string) => Promise<SeoOfPath>
  backend: Backend
  siteUrl: string
}

type RenderInput = {
  file: string
  path: string
  params?: Record<string, string>
  query?: Record<string, string>
  form?: unknown
  draft?: Page
  assignment?: Assignment
  client?: string
}

// Shared caches must not store a variant assigned to one visitor.
const abHeaders = { 'cache-control': 'private, no-cache' }

export function createPageRenderer({ renderer, readFacts, readSeo, backend, siteUrl }: PageSources) {
  const headers = pageHeaders({ dev: renderer.dev, siteUrl })
  const withPixel = pageHeaders({ dev: renderer.dev, siteUrl, hasPixel: true })

  async function render({
    file,
    path,
    params = {},
    query = {},
    form,
    draft,
    assignment,
    client,
  }: RenderInput): Promise<RenderResult<RenderedResponse>> {
    const { renderPage } = await renderer.open()
    const [facts, seo, tags] = await Promise.all([readFacts(), readSeo(path), renderer.tagsOf(file)])
    const request = {
      file,
      path,
      params,
      query,
      facts: draft ? asPublished(facts) : facts,
      seo,
      backend,
      ...(form !== undefined && { form }),
      ...(draft && { draft }),
      ...(assignment?.variant && { variant: assignment.variant }),
      ...(client !== undefined && { client }),
    }
    const rendered = await renderPage(request, tags)
    if (!rendered || 'movedTo' in rendered) return rendered
    return {
      status: 200,
      html: await renderer.transformHtml(path, rendered.html),
      headers: {
        ...(rendered.framedBy
          ? pageHeaders({ dev: renderer.dev, siteUrl, hasPixel: Boolean(facts.pixelId), framedBy: rendered.framedBy })
          : facts.pixelId
            ? withPixel
            : headers),
        ...(assignment?.isTestRunning && abHeaders),
      },
      ...(rendered.holdsUntil && { untilMs: Date.parse(rendered.holdsUntil) }),
    }
  }

  async function renderNotFound(query = {}): Promise<RenderedResponse> {
    const page = await render({ file: notFoundPage, path: '/404', query })
    if (!isPage(page)) throw new Error('The not-found page is not found')
    return { ...page, status: 404 }
  }

  return { render, renderNotFound, headers }
}

/** The editor previews pages before the site is published. */
const asPublished = (facts: SiteFacts): SiteFacts => ({ ...facts, business: { ...facts.business, is_published: true } })
