// The pages that stand now, for whoever looks after how they are found.
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/as-role.ts'
import { z } from '#lib/schema.ts'
import { ReadSitePages, SitePage } from './seo.ts'

/** Belongs to the site, which stands on the functions. */
export type StandingPages = {
  list(): Promise<SitePage[]>
  /** As precise as the page itself, where the list knows only the words of an address. */
  read(path: string): Promise<SitePage | undefined>
}

const editsSite = async (db: Db) => (await db.one<{ may: boolean }>('select edits_site() as may')).may

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
