// Functions of the SEO manager: published pages and the link check. No transaction is open while they render pages, which call functions.
import { defineEndpoint } from '#kernel/functions/functions.ts'
import { parseBody } from '#kernel/functions/parse-body.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { CheckLinkTargets, type LinkTargets, ReadSitePages, type SitePage } from './seo.ts'
import type { SiteCheck } from './site-check.ts'

/** Implemented by the site and injected, because the site depends on the functions. */
export type PublishedPages = {
  list(): Promise<SitePage[]>
  /** Includes the rendered page's own values, which `list` omits. */
  read(path: string): Promise<SitePage | undefined>
  /** Checks all links between the pages. */
  check(): Promise<SiteCheck>
  /** The given paths that have no page. */
  missing(paths: readonly string[]): Promise<string[]>
}

const editsSite = async (db: Db) => (await db.one<{ may: boolean }>('select is_site_editor() as may')).may

export const readSitePages = (pages: PublishedPages) =>
  defineEndpoint({
    name: 'read-site-pages',
    caller: editsSite,
    methods: ['POST'],
    bodyLimit: 1 << 20,
    async fetch(request) {
      const { path } = await parseBody(request, ReadSitePages)
      if (path === undefined) return Response.json({ pages: await pages.list() })
      const page = await pages.read(path)
      return Response.json({ pages: page ? [page] : [] })
    },
  })

/** Checks the site's internal links on freshly rendered pages. */
export const checkSiteLinks = (pages: PublishedPages) =>
  defineEndpoint({
    name: 'check-site-links',
    caller: editsSite,
    // Low, because each call renders every page of the site.
    perClient: { burst: 10, refillMs: 60_000 },
    methods: ['POST'],
    bodyLimit: 1 << 20,
    fetch: async () => Response.json(await pages.check()),
  })

/** Checks the targets of links that are being edited. */
export const checkLinkTargets = (pages: PublishedPages) =>
  defineEndpoint({
    name: 'check-link-targets',
    caller: editsSite,
    methods: ['POST'],
    bodyLimit: 1 << 20,
    async fetch(request) {
      const { paths } = await parseBody(request, CheckLinkTargets)
      return Response.json({ missing: await pages.missing(paths) } satisfies LinkTargets)
    },
  })
