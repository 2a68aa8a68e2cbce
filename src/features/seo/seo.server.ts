// The pages that stand now, for whoever looks after how they are found.
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/as-role.ts'
import { z } from '#lib/schema.ts'
import { ReadSitePages, SitePage } from './seo.ts'
import { SiteCheck } from './site-check.ts'

/** Belongs to the site, which stands on the functions. */
export type StandingPages = {
  list(): Promise<SitePage[]>
  /** As precise as the page itself, where the list knows only the words of an address. */
  read(path: string): Promise<SitePage | undefined>
  /** Follows every link between them. */
  check(): Promise<SiteCheck>
}

const editsSite = async (db: Db) => (await db.one<{ may: boolean }>('select is_site_editor() as may')).may

export const readSitePages = (pages: StandingPages) =>
  defineFunction({
    name: 'read-site-pages',
    caller: editsSite,
    input: ReadSitePages,
    output: z.object({ pages: z.array(SitePage) }),
    async run({ input }) {
      if (input.path === undefined) return { pages: await pages.list() }
      const page = await pages.read(input.path)
      return { pages: page ? [page] : [] }
    },
  })

/** Where the site's own links lead, read anew from the pages as they stand. */
export const checkSiteLinks = (pages: StandingPages) =>
  defineFunction({
    name: 'check-site-links',
    caller: editsSite,
    // It makes every page of the site.
    perClient: { burst: 10, refillMs: 60_000 },
    input: z.object({}),
    output: SiteCheck,
    run: () => pages.check(),
  })
