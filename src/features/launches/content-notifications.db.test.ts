import { expect, test } from 'vitest'
import { launchVisitors } from '../../../test/launch.ts'
import { testSite } from '../../../test/site-app.ts'

const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { get, post, send, mailsTo, linkIn, addLaunch, join, enter } = launchVisitors(siteApp)
const launch = await addLaunch({ cart: false })

async function joinAndEnter(email: string) {
  await join(launch.id, email)
  await send()
  return enter(linkIn((await mailsTo(email)).at(-1)))
}
type Entered = Awaited<ReturnType<typeof joinAndEnter>>
const ask = ({ path, cookie }: Entered, content = launch.second) => post(`${path}/ask`, { content }, { cookie })
const open = (release: string) =>
  db.sql('update launch_contents set release_at = now() + $2::interval where id = $1', [launch.second, release])
const sync = () => db.sql('select sync_launch_batch($1, null, 1000)', [launch.id])
const waitingFor = (email: string) =>
  db.sql<{ key: string }>(
    `select r.key from scheduled_messages s join message_rules r on r.id = s.rule_id join launch_progress g on g.id = s.context_id
     where s.to_value = $1 and s.status = 'scheduled' and g.content_id = $2 and r.key <> 'launch.nudge' order by r.key`,
    [email, launch.second],
  )
/**
 * Returns the number of mails about an opened content. The sender's clock is fixed, so due messages are rescheduled for
 * it.
 */
async function mailed(email: string) {
  await db.sql(
    `update scheduled_messages set send_at = '2026-11-01' where status = 'scheduled' and planned_at <= now()`,
  )
  await send()
  return (await mailsTo(email)).filter(({ text }) => text.includes('שיטת ארבעת הסעיפים')).length
}

test('a participant who requests a notification gets one mail when the content opens, instead of the general release mail', async () => {
  const email = 'asks@example.com'
  const visitor = await joinAndEnter(email)
  expect(await waitingFor(email)).toEqual([{ key: 'launch.released' }])
  expect((await ask(visitor)).statusCode).toBe(303)
  await ask(visitor)
  expect(await waitingFor(email)).toEqual([{ key: 'launch.asked' }])
  expect((await get(visitor.path, visitor)).body).toContain('נשלח לכם הודעה כשייפתח')
  expect(await mailed(email)).toBe(0)
  // The content opens earlier than planned.
  await open('-1 minute')
  await sync()
  expect(await mailed(email)).toBe(1)
  await sync()
  expect(await mailed(email)).toBe(1)
  expect((await mailsTo(email)).filter(({ purpose }) => purpose === 'marketing')).toEqual([])
  await open('2 days')
  await sync()
})

test('a notification request is cancelled when its participant leaves, or has opened the content', async () => {
  const [left, seen] = [await joinAndEnter('left@example.com'), await joinAndEnter('seen@example.com')]
  await ask(left)
  await ask(seen)
  await post(`${left.path}/leave`, {}, left)
  expect(await waitingFor('left@example.com')).toEqual([])
  await post(`${left.path}/return`, {}, left)
  expect(await waitingFor('left@example.com')).toEqual([{ key: 'launch.released' }])
  await open('-1 minute')
  await post(`${seen.path}/progress`, { content: launch.second, from: '0', until: '0' }, seen)
  expect(await waitingFor('seen@example.com')).toEqual([])
  expect(await mailed('seen@example.com')).toBe(0)
  await open('2 days')
  await sync()
})

test('a buyer gets only the notifications they requested', async () => {
  const email = 'bought@example.com'
  const visitor = await joinAndEnter(email)
  await db.sql(`update launch_participants set status = 'buyer' where email = $1`, [email])
  expect(await waitingFor(email)).toEqual([])
  await ask(visitor)
  expect(await waitingFor(email)).toEqual([{ key: 'launch.asked' }])
})

test('a notification request is refused for released content, for a sales page and without an access cookie', async () => {
  const visitor = await joinAndEnter('refused@example.com')
  expect((await ask(visitor, launch.first)).statusCode).toBe(409)
  await db.sql(`update launch_contents set kind = 'sales' where id = $1`, [launch.second])
  expect((await ask(visitor)).statusCode).toBe(409)
  expect((await get(visitor.path, visitor)).body).not.toContain('להודיע לי כשייפתח')
  await db.sql(`update launch_contents set kind = 'video' where id = $1`, [launch.second])
  expect((await post(`${visitor.path}/ask`, { content: launch.second })).statusCode).toBe(403)
})
