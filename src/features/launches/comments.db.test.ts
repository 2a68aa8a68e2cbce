import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { readComments } from './comments.server.ts'

const db = await testDatabase()
const [launch] = await db.sql<{ content: string; participant: string }>(
  `with launch as (insert into launches (title) values ('סדרה') returning id),
     content as (
       insert into launch_contents (launch_id, position, title, release_kind, release_hours) select id, 1, 'שיעור', 'hours', 0 from launch returning id),
     contact as (insert into contacts (first_name) values ('נועה') returning id),
     participant as (
       insert into launch_participants (launch_id, contact_id, name, email)
       select launch.id, contact.id, 'נועה', 'noa@example.com' from launch, contact returning id)
   select content.id as content, participant.id as participant from content, participant`,
)
const { content, participant } = launch!
// Pairs of comments share one timestamp.
await db.sql(
  `insert into launch_comments (content_id, shown_name, body, status, pinned, created_at)
   select $1, 'דנה', 'תגובה ' || n, 'visible', n = 30, '2026-11-20 10:00:00Z'::timestamptz + make_interval(mins => n / 2)
   from generate_series(1, 45) n`,
  [content],
)
const read = (sort: 'newest' | 'oldest', page: number) =>
  inTransaction(db.authenticator, { role: 'service_role' }, (tx) =>
    readComments(tx, content, participant, { sort, page }),
  )
const all = async (sort: 'newest' | 'oldest') =>
  (await Promise.all([1, 2, 3].map((page) => read(sort, page)))).flatMap(({ shown }) => shown)

test('pages of comments contain each comment once, with the pinned comment first in both sort orders', async () => {
  const [newest, oldest] = [await all('newest'), await all('oldest')]
  for (const shown of [newest, oldest]) {
    expect(new Set(shown.map(({ id }) => id)).size).toBe(45)
    expect(shown[0]!.body).toBe('תגובה 30')
  }
  expect(newest.slice(1)).toEqual(oldest.slice(1).toReversed())
  expect(oldest[1]!.at < oldest.at(-1)!.at).toBe(true)
  expect(await all('newest')).toEqual(newest)
})

test('a page number past the end returns the last page, and a reply is on the page of its comment', async () => {
  const last = await read('oldest', 9)
  expect([last.page, last.pages, last.shown.length]).toEqual([3, 3, 5])
  const answered = last.shown[0]!
  for (const body of ['תשובה ראשונה', 'תשובה שנייה'])
    await db.sql(
      `insert into launch_comments (content_id, shown_name, body, status, parent_id, created_at) values ($1, 'הצוות', $2, 'visible', $3, clock_timestamp())`,
      [content, body, answered.id],
    )
  const { shown } = await read('oldest', 3)
  expect(shown.slice(0, 3).map(({ body, parentId }) => [body, parentId])).toEqual([
    [answered.body, null],
    ['תשובה ראשונה', answered.id],
    ['תשובה שנייה', answered.id],
  ])
  expect((await read('oldest', 1)).pages).toBe(3)
})

test('a pending comment is visible only to its author, and replies to a hidden comment are visible to no participant', async () => {
  const [pending] = await db.sql<{ id: string }>(
    `insert into launch_comments (content_id, participant_id, shown_name, body) values ($1, $2, 'נועה', 'שלי') returning id`,
    [content, participant],
  )
  const isShown = async (by: string) =>
    (
      await inTransaction(db.authenticator, { role: 'service_role' }, (tx) =>
        readComments(tx, content, by, { sort: 'newest', page: 1 }),
      )
    ).shown.some(({ id }) => id === pending!.id)
  expect([await isShown(participant), await isShown('11111111-1111-4111-8111-111111111111')]).toEqual([true, false])
  const hidden = await read('oldest', 3)
  await db.sql(`update launch_comments set status = 'hidden' where id = $1`, [hidden.shown[0]!.id])
  expect((await all('oldest')).filter(({ body }) => body.startsWith('תשובה'))).toEqual([])
})
