import { expect, test } from 'vitest'
import { launchVisitors } from '../../../test/launch.ts'
import { testSite } from '../../../test/site-app.ts'

const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { get, post, send, mailsTo, linkIn, addLaunch, join, enter } = launchVisitors(siteApp)

/** A launch with a price of zero, so that orders are paid without a provider. */
async function selling() {
  const launch = await addLaunch()
  await db.sql('update prices set amount_agorot = 0 where id = $1', [launch.priceId])
  return launch
}
type Sale = Awaited<ReturnType<typeof selling>>

async function joinAndEnter(launch: Sale, email: string) {
  await join(launch.id, email)
  await send()
  return enter(linkIn((await mailsTo(email)).at(-1)))
}
const begin = ({ path, cookie }: { path: string; cookie: string }) => post(`${path}/checkout`, {}, { cookie })
/** Submits the checkout form with the fields that its page renders. */
function press(launch: Sale, email: string, more: Record<string, string> = {}) {
  const payer = { name: 'נועה לדוגמה', email, phone: '0501234567', terms: 'on', priceId: launch.priceId }
  return post(`/${launch.slug}/checkout`, { ...payer, ...more })
}
const closeCart = (email: string) =>
  db.sql(
    `update launch_participants set cart_opens_at = now() - interval '2 days', cart_closes_at = now() - interval '1 second' where email = $1`,
    [email],
  )
const statusOf = async (email: string) =>
  (await db.sql<{ status: string }>('select status from launch_participants where email = $1', [email]))[0]!.status
const keyIn = (location: string | undefined) => /\?order=([\w-]{32})$/.exec(location ?? '')![1]!

test('the checkout is prefilled for the participant, and shows until when price and seat are reserved', async () => {
  const launch = await selling()
  const way = await begin(await joinAndEnter(launch, 'begins@example.com'))
  const { body } = await get(way.headers.location!)
  expect(body).toMatch(/name="name"[^>]*value="נועה לדוגמה"|value="נועה לדוגמה"[^>]*name="name"/)
  expect(body).toContain('value="begins@example.com"')
  expect(body).toContain('המחיר והמקום שמורים לכם עד')
  const orders = await db.sql(
    `select status, terms_version_id, held_until > now() + interval '14 minutes' as held from orders where email = 'begins@example.com'`,
  )
  expect(orders).toEqual([{ status: 'pending', terms_version_id: null, held: true }])
})

test('after the cart closes, a new checkout is refused, and a checkout started earlier can be completed', async () => {
  const launch = await selling()
  const [early, late] = ['early@example.com', 'late@example.com']
  const [ordered, missed] = [await joinAndEnter(launch, early), await joinAndEnter(launch, late)]
  const order = keyIn((await begin(ordered)).headers.location)
  await closeCart(early)
  await closeCart(late)

  const refused = await begin(missed)
  expect([refused.statusCode, refused.body.includes('ההרשמה נסגרה')]).toEqual([409, true])
  const around = await press(launch, late)
  expect([around.statusCode, around.body.includes('ההרשמה במחיר הזה סגורה עכשיו')]).toEqual([409, true])

  expect((await get(ordered.path, ordered)).body).toContain('ההזמנה שהתחלתם שמורה עד')
  expect(keyIn((await begin(ordered)).headers.location)).toMatch(/^[\w-]{32}$/)
  expect((await press(launch, early, { order })).statusCode).toBe(303)
  expect([await statusOf(early), await statusOf(late)]).toEqual(['buyer', 'joined'])
})

test('an order whose price reservation has expired counts as new, and is refused after the cart closes', async () => {
  const launch = await selling()
  const email = 'slow@example.com'
  const visitor = await joinAndEnter(launch, email)
  const order = keyIn((await begin(visitor)).headers.location)
  await closeCart(email)
  await db.sql(`update orders set held_until = now() - interval '1 second' where email = $1`, [email])
  const refused = await press(launch, email, { order })
  expect([refused.statusCode, refused.body.includes('ההרשמה במחיר הזה סגורה עכשיו')]).toEqual([409, true])
  expect((await begin(visitor)).statusCode).toBe(409)
})

test('two submissions create one order, and paying with another address still marks the participant as a buyer', async () => {
  const launch = await selling()
  const visitor = await joinAndEnter(launch, 'one@example.com')
  await begin(visitor)
  const order = keyIn((await begin(visitor)).headers.location)
  expect((await db.sql('select from orders where price_id = $1', [launch.priceId])).length).toBe(1)
  expect((await press(launch, 'partner@example.com', { order })).statusCode).toBe(303)
  expect(await statusOf('one@example.com')).toBe('buyer')
  expect((await get(visitor.path, visitor)).body).toContain('אתם בפנים')
})

test('an order in a launch that reopens with its price does not count for the previous launch', async () => {
  const [former, launch] = [await selling(), await selling()]
  const email = 'again@example.com'
  const visitor = await joinAndEnter(launch, email)
  await db.sql(`update launches set price_id = $2, status = 'ended' where id = $1`, [former.id, launch.priceId])
  await db.sql(
    `insert into launch_participants (launch_id, contact_id, name, email)
     select $1, contact_id, name, email from launch_participants where email = $2`,
    [former.id, email],
  )
  const order = keyIn((await begin(visitor)).headers.location)
  expect((await press(launch, email, { order })).statusCode).toBe(303)
  expect(
    await db.sql('select status from launch_participants where email = $1 order by launch_id = $2', [email, launch.id]),
  ).toEqual([{ status: 'joined' }, { status: 'buyer' }])
})
