// Everything about the site's addresses beside the pages themselves: what the owner said of them, where old ones lead,
// what search engines and link previews are given.
import type { SupabaseClient } from '@supabase/supabase-js'
import type { FastifyInstance } from 'fastify'
import { createRedirectCounters } from '#features/redirects/redirects.server.ts'
import { type SeoOfPath, sitePath } from '#features/seo/seo.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'
import type { SiteFacts } from '#web/pages.ts'
import type { Door } from '../site/renderer.ts'
import { checkSite } from './check-links.ts'
import { leadOnWith } from './resolve-redirect.ts'
import type { PageAnswers } from '../site/pages/page-responder.ts'
import { mountShareImages } from './share-images.ts'
import { createSitePages } from './page-catalog.ts'
import { createSiteWords } from './seo-overrides.ts'
import { robots, sitemap } from './sitemap.ts'

type Options = {
  door: Door
  connect: Connect
  readFacts: () => Promise<SiteFacts>
  backend: SupabaseClient
  siteUrl: string
  log: { warn(about: object, message: string): void }
}

export function openAddresses({ door, connect, readFacts, backend, siteUrl, log }: Options) {
  const pool = openPool(connect('authenticator'), 1)
  const words = createSiteWords(pool)
  const wayfinding = createRedirectCounters({ pool, log })
  const readSaid = async (path: string): Promise<SeoOfPath> => {
    const { byPath, titlePattern, verification } = await words.read()
    return { own: byPath.get(sitePath(path)), titlePattern, verification }
  }
  const pages = createSitePages({ door, readFacts, readSaid, backend })

  return {
    readSaid,
    leadOn: leadOnWith({ words, wayfinding, siteUrl }),
    pages,
    mount(app: FastifyInstance, answers: PageAnswers) {
      app.get('/sitemap.xml', (request, reply) =>
        answers.file(request, reply, '/sitemap.xml', () => sitemap(pages, siteUrl)),
      )
      app.get('/robots.txt', (request, reply) =>
        answers.file(request, reply, '/robots.txt', async () => robots(siteUrl)),
      )
      mountShareImages(app, { pages, readFacts })
    },
    /** Asks the pages of this app where their links lead. */
    check: (app: FastifyInstance) =>
      checkSite({
        app,
        siteUrl,
        backend,
        readFacts,
        list: () => pages.list(),
        readRedirects: async () => (await words.read()).redirects,
      }),
    flush: () => wayfinding.flush(),
    forget() {
      words.forget()
      pages.forget()
    },
    async stop() {
      await wayfinding.stop()
      await pool.end()
    },
  }
}
