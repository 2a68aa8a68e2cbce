import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { launchVisitors } from '../../../test/launch.ts'
import { testSite } from '../../../test/site-app.ts'
import { landingPath } from './launches.ts'
import { syncLaunch } from './sync-launch.server.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'

const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { as } = await makeActors(db)
const { get, post, send, mailsTo, linkIn, addLaunch, join, enter } = launchVisitors(siteApp)

const sync = (launch: string) =>
  syncLaunch((work) => inTransaction(db.authenticator, { role: 'service_role' }, work))({ launch })
const close = (launch: string) =>
  db.sql(
    `update launches set status = 'cart_closed', cart_opens_at = now() - interval '2 days', cart_closes_at = now() - interval '1 minute' where id = $1`,
    [launch],
  )
/** A launch with a closed cart and a visitor on its waiting list. */
async function closed(email: string) {
  const launch = await addLaunch()
  await close(launch.id)
  expect((await join(launch.id, email)).headers.location).toContain('waiting=1')
  return launch
}
/** Publishes a clone that opens now. */
async function publishClone(launch: string) {
  const [clone] = await db.as<{ id: string }>(as.content, `select clone_launch($1, 'סדרה חדשה', 30) as id`, [launch])
  await db.sql(`update launches set prelaunch_at = now() - interval '1 minute' where id = $1`, [clone!.id])
  await db.as(as.content, `update launches set status = 'prelaunch' where id = $1`, [clone!.id])
  await sync(clone!.id)
  await send()
  return clone!.id
}
const reopened = async (email: string) =>
  (await mailsTo(email)).filter(({ subject }) => subject.startsWith('נפתחת שוב'))

test('the waiting list gets one mail when a clone of the launch is published, and none before', async () => {
  const email = 'waits@example.com'
  const launch = await closed(email)
  await send()
  expect(await reopened(email)).toEqual([])
  const clone = await publishClone(launch.id)
  const mails = await reopened(email)
  expect(mails).toHaveLength(1)
  expect([mails[0]!.subject, mails[0]!.text.includes(landingPath(clone))]).toEqual(['נפתחת שוב: סדרה חדשה', true])
  expect((await get(landingPath(clone))).body).toContain('להצטרפות לסדרה')
  // Further changes and a second clone send no other mail.
  await db.sql(
    `update launches set title = 'סדרה אחרת', cart_closes_at = cart_closes_at + interval '1 day' where id = $1`,
    [clone],
  )
  await sync(clone)
  await publishClone(launch.id)
  expect(await reopened(email)).toHaveLength(1)
})

test('neither a draft nor a clone that the waiting contact has joined sends a mail', async () => {
  const [draft, joined] = ['draft@example.com', 'joined@example.com']
  const launch = await closed(draft)
  const [clone] = await db.as<{ id: string }>(as.content, `select clone_launch($1, 'סדרה חדשה', 30) as id`, [launch.id])
  await sync(clone!.id)
  await send()
  expect(await reopened(draft)).toEqual([])
  const other = await closed(joined)
  const [next] = await db.as<{ id: string }>(as.content, `select clone_launch($1, 'סדרה חדשה', 30) as id`, [other.id])
  await db.sql(`update launches set prelaunch_at = now() - interval '1 minute', status = 'prelaunch' where id = $1`, [
    next!.id,
  ])
  await join(next!.id, joined)
  await sync(next!.id)
  await send()
  expect(await reopened(joined)).toEqual([])
})

test('a participant whose cart closed joins the waiting list, and is notified when the same launch reopens', async () => {
  const email = 'lapsed@example.com'
  const launch = await addLaunch()
  await join(launch.id, email)
  await send()
  const visitor = await enter(linkIn((await mailsTo(email)).at(-1)))
  await close(launch.id)
  const { body } = await get(visitor.path, visitor)
  expect([body.includes('ההרשמה הייתה פתוחה עד'), body.includes('השיעורים נשארים פתוחים עד')]).toEqual([true, true])
  expect((await post(`${visitor.path}/wait`, {}, visitor)).headers.location).toBe(`${visitor.path}#offer`)
  await post(`${visitor.path}/wait`, {}, visitor)
  expect((await get(visitor.path, visitor)).body).toContain('אתם ברשימת ההמתנה')
  expect(await db.sql('select from launch_waitlist where launch_id = $1', [launch.id])).toHaveLength(1)
  // A later closing time is not a new cart: the cart opened before the participant joined the list, or was only
  // extended.
  await db.sql(`update launches set cart_closes_at = now() + interval '1 day', status = 'cart_open' where id = $1`, [
    launch.id,
  ])
  await sync(launch.id)
  await send()
  expect(await reopened(email)).toEqual([])
  await db.sql(`update launches set cart_opens_at = clock_timestamp() where id = $1`, [launch.id])
  await sync(launch.id)
  await send()
  expect(await reopened(email)).toHaveLength(1)
})

test.each([
  ['bought since', 0, `status = 'buyer'`],
  ['left since', 0, `status = 'opted_out', opted_out_at = clock_timestamp()`],
  ['left before', 1, `status = 'opted_out', opted_out_at = joined_at`],
])('a contact on the waiting list who %s gets %i mails about a clone', async (condition, mails, columns) => {
  const email = `${condition.replaceAll(/\W/g, '')}@example.com`
  const launch = await addLaunch()
  await join(launch.id, email)
  await send()
  const visitor = await enter(linkIn((await mailsTo(email)).at(-1)))
  await close(launch.id)
  await post(`${visitor.path}/wait`, {}, visitor)
  await db.sql(`update launch_participants set ${columns} where launch_id = $1`, [launch.id])
  await publishClone(launch.id)
  expect(await reopened(email)).toHaveLength(mails)
})

test('the message plan counts the mail to the waiting list, and staff see its contacts', async () => {
  const launch = await closed('counted@example.com')
  await publishClone(launch.id)
  const counts = await db.as<{ rule_key: string; n: number }>(
    as.owner,
    'select rule_key, waiting + sent as n from launch_message_counts($1)',
    [launch.id],
  )
  expect(counts.find(({ rule_key: rule }) => rule === 'launch.reopened')).toMatchObject({ n: 1 })
  expect(await db.as(as.sales, 'select id from launch_waitlist where launch_id = $1', [launch.id])).toHaveLength(1)
  expect(await db.as(as.content, 'select id from launch_waitlist where launch_id = $1', [launch.id])).toEqual([])
})

test('an erased contact on the waiting list gets no mail', async () => {
  const email = 'erased@example.com'
  const launch = await closed(email)
  await db.as(
    as.owner,
    `select forget_person(c.id, c.version) from contacts c join launch_waitlist w on w.contact_id = c.id where w.launch_id = $1`,
    [launch.id],
  )
  await publishClone(launch.id)
  expect(await reopened(email)).toEqual([])
  expect(
    await db.sql(`select from scheduled_messages where context_type = 'launch_waiting' and status = 'scheduled'`),
  ).toEqual([])
})
