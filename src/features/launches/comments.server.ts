// The comments below a content of a launch, in pages.
import type { z } from '#lib/schema.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { ShownComment, ShownComments } from './launch-view.ts'
import type { CommentsPage } from './launches.ts'

const perPage = 20
// The id breaks ties between equal timestamps, so that pages neither repeat nor skip a comment.
const orders = {
  newest: 'pinned desc, created_at desc, id desc',
  oldest: 'pinned desc, created_at, id',
} as const

/**
 * Visible comments, and the participant's pending ones. Pinned first in both orders; replies below their comment,
 * oldest first.
 */
export async function readComments(
  db: Db,
  content: string | undefined,
  participant: string,
  { sort, page }: z.output<typeof CommentsPage>,
): Promise<ShownComments> {
  if (content === undefined) return { shown: [], sort, page: 1, pages: 1 }
  const shownOnes = `launch_comments where content_id = $1 and (status = 'visible' or status = 'pending' and participant_id = $2)`
  const { n } = await db.one<{ n: number }>(`select count(*)::int as n from ${shownOnes} and parent_id is null`, [
    content,
    participant,
  ])
  const pages = Math.max(1, Math.ceil(n / perPage))
  // Returns the last page if the requested one disappeared because comments were hidden.
  const at = Math.min(page, pages)
  const shown = await db.query<ShownComment>(
    `with shown as (select * from ${shownOnes}),
       first as (
         select id, row_number() over (order by ${orders[sort]}) as place from shown where parent_id is null
         order by place limit $3 offset $4)
     select c.id, c.shown_name as name, c.body, c.participant_id is null as "isStaff", c.pinned as "isPinned", c.status = 'pending' as "isPending",
       c.parent_id as "parentId", to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
     from first f join shown c on f.id = coalesce(c.parent_id, c.id)
     order by f.place, c.parent_id nulls first, c.created_at, c.id`,
    [content, participant, perPage, (at - 1) * perPage],
  )
  return { shown, sort, page: at, pages }
}
