// add-webinar-page: creates a page of blocks for a webinar, as a draft filled from its details.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import { z } from '#lib/schema.ts'
import { insertOwnPage } from '#platform/pages/own-pages.server.ts'
import { checkBlocks, editsSite } from '#platform/pages/pages.server.ts'
import { refusals } from '#platform/pages/pages.ts'
import { pageBlocks } from './page-blocks.ts'

type Row = Parameters<typeof pageBlocks>[0] & { page_path: string | null; has_page: boolean }

/** Number of paths to try: another page may have the first one. */
const maxAddresses = 9

export const addWebinarPage = defineFunction({
  name: 'add-webinar-page',
  caller: editsSite,
  as: 'service',
  refusals,
  input: z.object({ webinarId: z.uuid() }),
  output: z.object({ path: z.string() }),
  async run({ input: { webinarId }, db, caller }) {
    const [webinar] = await db.query<Row>(
      `select slug, title, subtitle, takeaways, presenter, presenter_about, page_path,
         exists (select from pages p where p.path = webinars.page_path) as has_page from webinars where id = $1 for update`,
      [webinarId],
    )
    if (!webinar) throw new Refusal('page_not_found', 404, refusals.page_not_found)
    // A repeated click returns the existing page.
    if (webinar.page_path && webinar.has_page) return { path: webinar.page_path }
    const name = `webinar-${webinar.slug}`.slice(0, 57).replace(/-+$/, '')
    for (let n = 1; n <= maxAddresses; n++) {
      const path = n === 1 ? `/${name}` : `/${name}-${n}`
      const blocks = checkBlocks(path, pageBlocks(webinar))
      const isAdded = await insertOwnPage(db, {
        path,
        label: webinar.title.slice(0, 80).trim(),
        layout: 'landing',
        blocks,
        by: caller.userId,
      })
      if (!isAdded) continue
      await db.query('update webinars set page_path = $2 where id = $1', [webinarId, path])
      return { path }
    }
    throw new Refusal('slug_taken', 409, refusals.slug_taken)
  },
})
