import { expect, test } from 'vitest'
import { launchVisitors } from '../../../test/launch.ts'
import { testSite } from '../../../test/site-app.ts'
import { moveLaunches } from './move-launches.server.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'

const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { get, post, send, mailsTo, linkIn, addLaunch, join, enter } = launchVisitors(siteApp)

let launches = 0

/** A launch with one seat, reserved by an unpaid order, and two waiting participants. */
async function full() {
  const n = ++launches
  const launch = await addLaunch()
  await db.sql('update prices set amount_agorot = 0, seats = 1 where id = $1', [launch.priceId])
  const joinAndEnter = async (email: string) => {
    await join(launch.id, email)
    await send()
    return { email, ...(await enter(linkIn((await mailsTo(email)).at(-1)))) }
  }
  const [payer, longest, next] = [
    await joinAndEnter(`payer${n}@example.com`),
    await joinAndEnter(`longest${n}@example.com`),
    await joinAndEnter(`next${n}@example.com`),
  ]
  const order = /\?order=([\w-]{32})$/.exec((await post(`${payer.path}/checkout`, {}, payer)).headers.location!)![1]!
  for (const { path, cookie } of [longest, next]) await post(`${path}/wait`, {}, { cookie })
  const pay = () =>
    post(`/${launch.slug}/checkout`, {
      name: 'נועה לדוגמה',
      email: payer.email,
      phone: '0501234567',
      terms: 'on',
      priceId: launch.priceId,
      order,
    })
  return { launch, payer, longest, next, pay }
}
/** Runs the job that is due every minute. Other launches of this file are over. */
const move = async (isQuiet = false) => {
  const asService = <T>(work: Parameters<typeof inTransaction<T>>[2]) =>
    inTransaction(db.authenticator, { role: 'service_role' }, work)
  await moveLaunches(asService, async () => isQuiet)()
  await send()
}
const offersTo = async (...people: { email: string }[]) => {
  const counts = []
  for (const { email } of people)
    counts.push((await mailsTo(email)).filter(({ subject }) => subject.startsWith('התפנה מקום')).length)
  return counts
}
const releaseOrder = (change: string, { launch }: Awaited<ReturnType<typeof full>>) =>
  db.sql(`update orders set ${change} where price_id = $1`, [launch.priceId])

test.each([
  ['an order is cancelled', `status = 'cancelled'`],
  ['the hold of an order expires', `held_until = now() - interval '1 second'`],
])('when %s, its seat is offered only to the participant who has waited longest', async (_, change) => {
  const sale = await full()
  const { longest, next } = sale
  await move()
  expect(await offersTo(longest, next)).toEqual([0, 0])
  await releaseOrder(change, sale)
  await move()
  await move()
  expect(await offersTo(longest, next)).toEqual([1, 0])
  const mail = (await mailsTo(longest.email)).find(({ subject }) => subject.startsWith('התפנה מקום'))
  expect(linkIn(mail)).toContain('?to=offer')
  const { path, cookie } = await enter(linkIn(mail), longest)
  expect((await get(path, { cookie })).body).toContain('נותר מקום אחד')
})

test('the seat of a refunded order is offered, and after three hours without an order to the next participant', async () => {
  const { launch, longest, next, pay } = await full()
  expect((await pay()).statusCode).toBe(303)
  await move()
  expect(await offersTo(longest, next)).toEqual([0, 0])
  await db.sql('update enrolments set ended_on = enrolled_on where price_id = $1', [launch.priceId])
  await move()
  expect(await offersTo(longest, next)).toEqual([1, 0])
  await db.sql(
    `update launch_waitlist set seat_offered_at = now() - interval '3 hours' where seat_offered_at is not null`,
  )
  await move()
  await move()
  expect(await offersTo(longest, next)).toEqual([1, 1])
})

test('a freed seat that is sold before the mail is sent is not offered', async () => {
  const sale = await full()
  const { longest, next } = sale
  await releaseOrder(`held_until = now() - interval '1 second'`, sale)
  await db.sql('select private.offer_launch_seats()')
  await releaseOrder(`held_until = now() + interval '10 minutes'`, sale)
  await send()
  expect(await offersTo(longest, next)).toEqual([0, 0])
  expect((await get(longest.path, longest)).body).toContain('נעדכן כשמתפנה מקום')
})

test('seats are not offered in quiet hours, after the cart closed, or to a participant who left', async () => {
  const sale = await full()
  const { longest, next } = sale
  await post(`${longest.path}/leave`, {}, longest)
  await releaseOrder(`status = 'cancelled'`, sale)
  await move(true)
  expect(await offersTo(longest, next)).toEqual([0, 0])
  await move()
  expect(await offersTo(longest, next)).toEqual([0, 1])
  const closed = await full()
  await db.sql(`update launches set cart_closes_at = now() where id = $1`, [closed.launch.id])
  await releaseOrder(`status = 'cancelled'`, closed)
  await move()
  expect(await offersTo(closed.longest, closed.next)).toEqual([0, 0])
})
