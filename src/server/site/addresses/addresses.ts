// SEO of the site: overrides, redirects, sitemap, robots.txt, share images and the link check.
import type { Backend } from '#client/backend.ts'
import type { FastifyInstance } from 'fastify'
import { createRedirectCounters } from '#features/redirects/redirects.server.ts'
import { type SeoOfPath, sitePath } from '#features/seo/seo.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'
import type { SiteFacts } from '#web/pages.ts'
import type { Renderer } from '../renderer.ts'
import { checkLinks } from './check-links.ts'
import { followAddress } from './follow-address.ts'
import { missingTargets } from './missing-targets.ts'
import { redirectResolver } from './resolve-redirect.ts'
import type { PageResponder } from '../pages/page-responder.ts'
import { mountShareImages } from './share-images.ts'
import { createPageCatalog } from './page-catalog.ts'
import { createSeoOverrides } from './seo-overrides.ts'
import { robots, sitemap } from './sitemap.ts'

type Options = {
  renderer: Renderer
  connect: Connect
  readFacts: () => Promise<SiteFacts>
  backend: Backend
  siteUrl: string
  log: { warn(about: object, message: string): void }
}

export function openSeo({ renderer, connect, readFacts, backend, siteUrl, log }: Options) {
  const pool = openPool(connect('authenticator'), 1)
  const words = createSeoOverrides(pool)
  const counters = createRedirectCounters({ pool, log })
  const readSeo = async (path: string): Promise<SeoOfPath> => {
    const { byPath, notCanonical, titlePattern, verification } = await words.read()
    return { own: byPath.get(sitePath(path)), notCanonical, titlePattern, verification }
  }
  const readRedirects = async () => (await words.read()).redirects
  const pages = createPageCatalog({ renderer, readFacts, readSeo, backend })

  return {
    readSeo,
    readRedirects,
    resolveRedirect: redirectResolver({ words, counters, siteUrl }),
    pages,
    mount(app: FastifyInstance, responder: PageResponder) {
      app.get('/sitemap.xml', (request, reply) =>
        responder.file(request, reply, '/sitemap.xml', () => sitemap(pages, siteUrl)),
      )
      app.get('/robots.txt', (request, reply) =>
        responder.file(request, reply, '/robots.txt', async () => robots(siteUrl)),
      )
      mountShareImages(app, { pages, readFacts })
    },
    /** Checks all links of the site's pages. */
    check: (app: FastifyInstance) =>
      checkLinks({
        app,
        siteUrl,
        backend,
        readFacts,
        list: () => pages.list(),
        readRedirects,
      }),
    /** The given paths that have no page. */
    missing: (app: FastifyInstance, paths: readonly string[]) => missingTargets(app, paths),
    /** Follows a URL of the site to its final target. */
    follow: (app: FastifyInstance, address: string) => followAddress(address, { app, siteUrl, readRedirects }),
    flush: () => counters.flush(),
    forget() {
      words.forget()
      pages.forget()
    },
    async stop() {
      await counters.stop()
      await pool.end()
    },
  }
}
