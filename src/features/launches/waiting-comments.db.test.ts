import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { launchVisitors } from '../../../test/launch.ts'
import { testSite } from '../../../test/site-app.ts'

const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { as } = await makeActors(db)
const { get, post, send, mailsTo, linkIn, addLaunch, join, enter } = launchVisitors(siteApp)

const launch = await addLaunch()
await join(launch.id, 'writes@example.com')
await send()
const visitor = await enter(linkIn((await mailsTo('writes@example.com')).at(-1)))

async function write(body: string) {
  await post(`${visitor.path}/comment`, { content: launch.first, body }, visitor)
  const [comment] = await db.sql<{ id: string }>('select id from launch_comments where body = $1', [body])
  return comment!.id
}
/** The comments listed in the inbox. */
const waiting = async () =>
  (
    await db.as<{ body: string }>(
      as.sales,
      'select body from launch_comments where settled_at is null order by created_at, id',
    )
  ).map(({ body }) => body)

test('a comment stays in the inbox until it is approved, hidden or answered, and a reply is not listed', async () => {
  const [approved, hidden, answered] = [await write('לאישור'), await write('להסתרה'), await write('לתשובה')]
  expect(await waiting()).toEqual(['לאישור', 'להסתרה', 'לתשובה'])
  await db.as(as.sales, `update launch_comments set status = 'visible' where id = $1`, [approved])
  await db.as(as.sales, `update launch_comments set status = 'hidden' where id = $1`, [hidden])
  await db.as(as.sales, `select answer_launch_comment($1, 'תודה ששאלתם')`, [answered])
  expect(await waiting()).toEqual([])
  const { body } = await get(visitor.path, visitor)
  expect([body.includes('לאישור'), body.includes('להסתרה'), body.includes('תודה ששאלתם')]).toEqual([true, false, true])
  // A visible comment that is set back to pending is listed again.
  await db.as(as.sales, `update launch_comments set status = 'pending', settled_at = null where id = $1`, [approved])
  expect(await waiting()).toEqual(['לאישור'])
  await db.sql('delete from launch_comments')
})

test('comments that were published immediately stay in the inbox until they are answered', async () => {
  await db.sql(`update launches set comments_mode = 'open' where id = $1`, [launch.id])
  const comment = await write('שאלה פתוחה')
  expect(await waiting()).toEqual(['שאלה פתוחה'])
  await db.as(as.content, 'update launch_comments set settled_at = now() where id = $1', [comment])
  expect(await waiting()).toEqual([])
  expect((await get(visitor.path, visitor)).body).toContain('שאלה פתוחה')
})

test('a coach sees no launch comments', async () => {
  await write('לא למאמנים')
  expect(await db.as(as.coach, 'select id from launch_comments')).toEqual([])
})
