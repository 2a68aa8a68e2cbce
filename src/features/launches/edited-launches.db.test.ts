import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { launchVisitors } from '../../../test/launch.ts'
import { testSite } from '../../../test/site-app.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { landingPath } from './launches.ts'
import { moveLaunches } from './move-launches.server.ts'
import { syncLaunch } from './sync-launch.server.ts'

// Launches that staff edit while participants have access.
const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { as } = await makeActors(db)
const { get, post, send, mailsTo, linkIn, addLaunch, join, enter } = launchVisitors(siteApp)

async function joinAndEnter(email: string) {
  const launch = await addLaunch()
  await join(launch.id, email)
  await send()
  const link = linkIn((await mailsTo(email)).at(-1))
  return { launch, link, ...(await enter(link)) }
}
const change = (launch: string, columns: string) =>
  db.as(as.content, `update launches set ${columns} where id = $1`, [launch])

test('an edited content reschedules its mails and those of the contents that follow it', async () => {
  const { launch } = await joinAndEnter('follows@example.com')
  const run = syncLaunch((work) => inTransaction(db.authenticator, { role: 'service_role' }, work))
  const [third] = await db.sql<{ id: string }>(
    `insert into launch_contents (launch_id, position, title, release_kind, release_after) values ($1, 3, 'שיעור שלישי', 'content', $2) returning id`,
    [launch.id, launch.second],
  )
  await run({ launch: launch.id, content: third!.id })
  const planned = async (content: string) =>
    (
      await db.sql<{ rule: string; at: number }>(
        `select r.key as rule, floor(extract(epoch from s.send_at - now()) / 3600)::int as at from scheduled_messages s join message_rules r on r.id = s.rule_id
         join launch_progress g on g.id = s.context_id where g.content_id = $1 and s.status = 'scheduled' and r.key <> 'launch.nudge'`,
        [content],
      )
    ).map(({ rule, at }) => [rule, at])
  expect([await planned(launch.second), await planned(third!.id)]).toEqual([[['launch.released', 47]], []])
  await db.sql(`update launch_contents set release_at = now() + interval '9 hours 30 minutes' where id = $1`, [
    launch.second,
  ])
  await run({ launch: launch.id, content: launch.second })
  expect(await planned(launch.second)).toEqual([['launch.released', 9]])
  // After this change the content follows no other content, so a job of this content alone suffices.
  await db.sql(
    `update launch_contents set release_kind = 'at', release_after = null, release_at = now() + interval '5 hours 30 minutes' where id = $1`,
    [third!.id],
  )
  await run({ launch: launch.id, content: third!.id })
  expect(await planned(third!.id)).toEqual([['launch.released', 5]])
  // A required content locks the contents after it.
  await db.sql('update launch_contents set required_for_next = true where id = $1', [launch.second])
  await run({ launch: launch.id, content: launch.second })
  expect(await planned(third!.id)).toEqual([])
})

test('a deleted content is refused with a message, and the page shows the others', async () => {
  const { launch, path, cookie } = await joinAndEnter('removed@example.com')
  await db.as(as.content, `update launch_contents set release_at = now() - interval '1 minute' where id = $1`, [
    launch.second,
  ])
  expect((await get(`${path}?c=${launch.second}`, { cookie })).body).toContain('סוד השיעור השני')
  await db.as(as.content, 'delete from launch_contents where id = $1', [launch.second])
  const removed = await post(`${path}/complete`, { content: launch.second }, { cookie })
  expect([removed.statusCode, removed.body.includes('התוכן הזה כבר אינו כאן')]).toEqual([404, true])
  const { statusCode, body } = await get(`${path}?c=${launch.second}`, { cookie })
  expect([statusCode, body.includes('תוכן השיעור הראשון')]).toEqual([200, true])
})

test('a lesson whose video and worksheet files are missing stays readable and states that the files are missing', async () => {
  const { launch, path, cookie } = await joinAndEnter('bytes@example.com')
  await db.sql(
    `update launch_contents set video = jsonb_build_object('source', 'file', 'ref', $2::text), worksheet_key = $3 where id = $1`,
    [launch.first, randomUUID(), randomUUID()],
  )
  const { statusCode, body } = await get(path, { cookie })
  expect([statusCode, body.includes('הסרטון הזה אינו זמין כרגע'), body.includes('תוכן השיעור הראשון')]).toEqual([
    200,
    true,
    true,
  ])
  const file = await post(`${path}/worksheet`, { content: launch.first }, { cookie })
  expect([file.statusCode, file.body.includes('הקובץ הזה כבר אינו זמין')]).toEqual([410, true])
})

test('dates in the wrong order are refused by the database, and the page retains the previous ones', async () => {
  const { launch, path, cookie } = await joinAndEnter('order@example.com')
  for (const columns of [
    'cart_closes_at = cart_opens_at',
    `prelaunch_at = cart_opens_at + interval '1 hour'`,
    `cart_opens_at = cart_closes_at + interval '1 minute'`,
  ])
    await expect(change(launch.id, columns)).rejects.toMatchObject({ constraint: 'launch_dates_in_order' })
  await expect(change(launch.id, 'cart_closes_at = null')).rejects.toMatchObject({ constraint: 'launch_without_dates' })
  expect((await get(path, { cookie })).body).toContain('כל הפרטים של הקורס')
})

test('an earlier closing time, a lower seat limit and a manual end apply immediately, without a job', async () => {
  const { launch, link, path, cookie } = await joinAndEnter('ended@example.com')
  await db.sql('update prices set seats = 1 where id = $1', [launch.priceId])
  expect((await get(path, { cookie })).body).toContain('נותר מקום אחד')
  await change(launch.id, `cart_closes_at = now()`)
  expect((await get(path, { cookie })).body).toContain('ההרשמה נסגרה')
  expect((await post(`${path}/checkout`, {}, { cookie })).statusCode).toBe(409)
  await change(launch.id, `status = 'ended'`)
  const { body } = await get(path, { cookie })
  expect([body.includes('ההשקה הסתיימה'), body.includes('תוכן השיעור הראשון'), body.includes('נועה')]).toEqual([
    true,
    false,
    false,
  ])
  const again = await get(link)
  expect([again.statusCode, again.body.includes('לרשימת ההמתנה')]).toEqual([410, true])
  expect((await get(landingPath(launch.id))).body).toContain('לרשימת ההמתנה')
})

test('a later closing time reactivates lapsed participants and emits the cart events', async () => {
  const { launch } = await joinAndEnter('again@example.com')
  const stateOf = () => db.sql('select status from launch_participants where launch_id = $1', [launch.id])
  await change(launch.id, 'cart_closes_at = now()')
  await db.sql('select move_launches()')
  expect(await stateOf()).toEqual([{ status: 'lapsed' }])
  await change(launch.id, `cart_closes_at = now() + interval '2 hours'`)
  await db.sql('select move_launches()')
  expect(await stateOf()).toEqual([{ status: 'joined' }])
  const events = await db.sql(
    `select type from domain_events where payload ->> 'launch_id' = $1 and type like 'launch.cart%'`,
    [launch.id],
  )
  expect(events.map(({ type }) => type)).toContain('launch.cart_closing')
})

test('closing and reopening a cart updates many participants in transactions that lock at most fifty each', async () => {
  const launch = await addLaunch()
  await db.sql(
    `with people as (insert into contacts (first_name) select 'נועה' from generate_series(1, 120) returning id)
     insert into launch_participants (launch_id, contact_id, name, email) select $1, id, 'נועה', 'noa@example.com' from people`,
    [launch.id],
  )
  const run = moveLaunches(
    (work) => inTransaction(db.authenticator, { role: 'service_role' }, work),
    async () => false,
  )
  await run()
  const moved = async (columns: string) => {
    await change(launch.id, columns)
    await run()
    return db.sql(
      `select status, sum(n)::int as n, max(n)::int <= 50 as "isSmall" from (
         select p.status, count(*) as n from launch_participants p where p.launch_id = $1 group by p.status, p.xmin::text) t group by status`,
      [launch.id],
    )
  }
  expect(await moved('cart_closes_at = now()')).toEqual([{ status: 'lapsed', n: 120, isSmall: true }])
  expect(await moved(`cart_closes_at = now() + interval '3 days'`)).toEqual([
    { status: 'joined', n: 120, isSmall: true },
  ])
  await db.sql('delete from launch_participants where launch_id = $1', [launch.id])
})

test('a link with an unknown token shows a form to request a new link, and names no participant', async () => {
  const { launch, link } = await joinAndEnter('unknown@example.com')
  const wrong = `${link.replace(/[\w-]+$/, '')}${'x'.repeat(22)}`
  const { statusCode, body } = await get(wrong)
  expect([statusCode, body.includes('הקישור אינו מוכר'), body.includes('נועה')]).toEqual([404, true, false])
  const elsewhere = await addLaunch()
  expect((await get(link.replace(launch.id, elsewhere.id))).statusCode).toBe(404)
})

test('taking the last seat closes the offer for the other participants, who can join the waiting list', async () => {
  const { launch, path, cookie } = await joinAndEnter('full@example.com')
  await db.sql('update prices set seats = 1, amount_agorot = 0 where id = $1', [launch.priceId])
  await join(launch.id, 'first@example.com')
  await send()
  const first = await enter(linkIn((await mailsTo('first@example.com')).at(-1)))
  expect((await post(`${first.path}/checkout`, {}, first)).statusCode).toBe(303)
  const { body } = await get(path, { cookie })
  expect([body.includes('כל המקומות נתפסו'), body.includes('לרשימת ההמתנה')]).toEqual([true, true])
  const late = await post(`${path}/checkout`, {}, { cookie })
  expect([late.statusCode, late.headers.location]).toEqual([409, undefined])
})
