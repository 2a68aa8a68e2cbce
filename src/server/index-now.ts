// Submits published pages to search engines by IndexNow, if the installation has a key. Disabled by default.
import type { FastifyInstance } from 'fastify'
import type { SitePage } from '#features/seo/seo.ts'
import { type IndexNowSettings, keyPathOf, submitToIndexNow } from '#integrations/index-now.ts'
import type { Jobs } from './jobs.ts'
import { isIndexable } from './site/addresses/sitemap.ts'

type Options = {
  settings: IndexNowSettings | undefined
  siteUrl: string
  listPages: () => Promise<SitePage[]>
  now?: () => Date
}

const everyMinutes = 5
// The last successful run is not persisted: after a restart all pages changed within a day are resubmitted.
const beforeStartMs = 24 * 60 * 60_000

/** Serves the key file at the path required by the protocol. */
export function mountIndexNowKey(app: FastifyInstance, settings: IndexNowSettings | undefined) {
  if (settings) app.get(keyPathOf(settings), (_, reply) => reply.type('text/plain; charset=utf-8').send(settings.key))
}

/** The task that submits the pages changed since its last successful run: those of the sitemap, so never a noindex page. */
export function openIndexNow({ settings, siteUrl, listPages, now = () => new Date() }: Options) {
  if (!settings) return undefined
  let since = now().getTime() - beforeStartMs
  async function submitPages() {
    const startedAt = now().getTime()
    const pages = await listPages()
    const changed = pages.filter(
      (page) => isIndexable(page, siteUrl) && page.modifiedAt && Date.parse(page.modifiedAt) >= since,
    )
    const urls = changed.flatMap(({ canonical }) => canonical ?? [])
    if (urls.length > 0) await submitToIndexNow(settings!, siteUrl, urls)
    // After a failure the next run submits these pages again.
    since = startedAt
  }
  return {
    tasks: { submit_index_now: submitPages },
    everyMinutes: { submit_index_now: everyMinutes },
  } satisfies Pick<Jobs, 'tasks' | 'everyMinutes'>
}
