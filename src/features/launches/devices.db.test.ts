import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { launchVisitors } from '../../../test/launch.ts'
import { testSite } from '../../../test/site-app.ts'

const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { as } = await makeActors(db)
const { get, post, send, mailsTo, linkIn, addLaunch, join, enter } = launchVisitors(siteApp)
const launch = await addLaunch()

type Browser = { path: string; cookie: string }

/** A participant's mailed link, opened in nine browsers concurrently. */
async function shared(email: string) {
  await join(launch.id, email)
  await send()
  const link = linkIn((await mailsTo(email)).at(-1))
  const browsers = await Promise.all(Array.from({ length: 9 }, () => enter(link)))
  return { email, link, browsers }
}
/** Posts the same requests as the page's script. */
const beacon = ({ path, cookie }: Browser) =>
  post(`${path}/progress`, { content: launch.first, from: '0', until: '0' }, { cookie })
async function viewOf({ path, cookie }: Browser) {
  const { body } = await get(path, { cookie })
  if (body.includes('תוכן השיעור הראשון')) return 'open'
  return body.includes('מכשיר נוסף') ? 'code' : body.includes('כבר אינו פעיל') ? 'revoked' : 'closed'
}
const viewsOf = (browsers: readonly Browser[]) => Promise.all(browsers.map(viewOf))
const devicesOf = async (email: string) =>
  (
    await db.sql<{ n: number }>(
      'select count(*)::int as n from launch_devices d join launch_participants p on p.id = d.participant_id where p.email = $1',
      [email],
    )
  )[0]!.n
/** Moves code requests into the past, because a participant may make only one a minute. */
const minutesPass = () => db.sql(`update launch_requests set created_at = created_at - interval '2 minutes'`)
async function askForCode(browser: Browser, email: string) {
  await minutesPass()
  const asked = await post(`${browser.path}/code`, {}, browser)
  await send()
  return { asked, code: /\d{6}/.exec((await mailsTo(email)).at(-1)!.text)![0] }
}
const enterCode = (browser: Browser, code: string) => post(`${browser.path}/enter`, { code }, browser)

test('of nine browsers that open one link concurrently, five get access and four must enter a code', async () => {
  const { email, browsers } = await shared('nine@example.com')
  const answers = await Promise.all(browsers.map(beacon))
  const refused = answers.filter(({ statusCode }) => statusCode === 403)
  expect([answers.filter(({ statusCode }) => statusCode === 303).length, refused.length]).toEqual([5, 4])
  for (const { body } of refused) expect(body).toContain('כדי להמשיך במכשיר הזה צריך קוד')
  expect(await devicesOf(email)).toBe(5)
  expect((await viewsOf(browsers)).toSorted()).toEqual([
    ...Array<string>(4).fill('code'),
    ...Array<string>(5).fill('open'),
  ])
  // The five retain access, and a second link in one of them does not count as another device.
  const first = browsers[answers.findIndex(({ statusCode }) => statusCode === 303)]!
  await beacon(first)
  expect(await devicesOf(email)).toBe(5)
})

test('a link from a message template does not verify the address, but the link of a launch mail does', async () => {
  const email = 'proof@example.com'
  await join(launch.id, email)
  await send()
  const mailed = linkIn((await mailsTo(email)).at(-1))
  await db.sql(`update contact_points set bounced_at = now() where value_norm = $1`, [email])
  const [{ path }] = (await db.sql<{ path: string }>(
    `select private.merge_link_of_launch_participant('קישור.השקה', contact_id, id) as path from launch_participants where email = $1`,
    [email],
  )) as [{ path: string }]
  const point = () =>
    db.sql(
      `select verified_at is not null as verified, bounced_at is not null as bounced from contact_points where value_norm = $1`,
      [email],
    )
  expect((await beacon(await enter(path))).statusCode).toBe(303)
  expect(await point()).toEqual([{ verified: false, bounced: true }])
  await db.sql(`update launch_participants set last_seen_at = now() - interval '2 minutes' where email = $1`, [email])
  await beacon(await enter(mailed))
  expect(await point()).toEqual([{ verified: true, bounced: false }])
})

/** Total uses of a participant's links, and the number of used links. */
const usesOf = async (email: string) =>
  (
    await db.sql<{ uses: number; links: number }>(
      `select sum(k.used_count)::int as uses, count(k.first_used_at)::int as links
       from launch_tokens k join launch_participants p on p.id = k.participant_id where p.email = $1`,
      [email],
    )
  )[0]!

test('a POST or beacon counts as a use of the link: once per browser, and again after half an hour', async () => {
  const { email, browsers } = await shared('uses@example.com')
  const [first, second] = [browsers[0]!, browsers[1]!]
  await viewsOf(browsers)
  expect(await usesOf(email)).toEqual({ uses: 0, links: 0 })
  await Promise.all([beacon(first), beacon(first), beacon(first)])
  expect(await usesOf(email)).toEqual({ uses: 1, links: 1 })
  // Without JavaScript, the first POST counts as the use.
  await post(`${second.path}/complete`, { content: launch.first }, second)
  expect(await usesOf(email)).toEqual({ uses: 2, links: 1 })
  await db.sql(`update launch_participants set last_seen_at = now() - interval '31 minutes' where email = $1`, [email])
  await Promise.all([beacon(first), beacon(second)])
  expect(await usesOf(email)).toEqual({ uses: 3, links: 1 })
})

test('a browser above the limit uses the link only after it has entered a code', async () => {
  const { email, browsers } = await shared('sixth@example.com')
  for (const browser of browsers.slice(0, 5)) await beacon(browser)
  const sixth = browsers[5]!
  expect((await beacon(sixth)).statusCode).toBe(403)
  expect(await usesOf(email)).toEqual({ uses: 5, links: 1 })
  const { code } = await askForCode(sixth, email)
  await enterCode(sixth, code)
  expect(await usesOf(email)).toEqual({ uses: 6, links: 1 })
})

test('a browser above the limit changes no data, reads no file and sees neither name nor address', async () => {
  const { email, browsers } = await shared('limit@example.com')
  for (const browser of browsers.slice(0, 5)) await beacon(browser)
  const sixth = browsers[5]!
  for (const [step, fields] of [
    ['worksheet', {}],
    ['complete', {}],
    ['comment', { body: 'שלום' }],
    ['checkout', {}],
  ] as const) {
    const { statusCode, headers } = await post(`${sixth.path}/${step}`, { content: launch.first, ...fields }, sixth)
    expect([step, statusCode, headers.location]).toEqual([step, 403, undefined])
  }
  const { body } = await get(sixth.path, sixth)
  expect([body.includes('נועה'), body.includes(email), body.includes('הקישור הזה כבר נפתח בחמישה מכשירים')]).toEqual([
    false,
    false,
    true,
  ])
  expect(await devicesOf(email)).toBe(5)
})

test('a code only opens the browser that requested it, and is invalid after five wrong attempts', async () => {
  const { email, browsers } = await shared('codes@example.com')
  for (const browser of browsers.slice(0, 5)) await beacon(browser)
  const [eighth, ninth] = [browsers[7]!, browsers[8]!]
  const { code } = await askForCode(ninth, email)
  expect((await enterCode(eighth, code)).statusCode).toBe(410)
  expect((await enterCode(ninth, code)).statusCode).toBe(303)
  expect(await viewsOf([eighth, ninth])).toEqual(['code', 'open'])
  await enterCode(ninth, code)
  expect(await devicesOf(email)).toBe(6)

  const { code: other } = await askForCode(eighth, email)
  const wrong = other === '000000' ? '111111' : '000000'
  for (let i = 0; i < 5; i++) expect((await enterCode(eighth, wrong)).headers.location).toContain('code=wrong')
  const late = await enterCode(eighth, other)
  expect([late.statusCode, late.body.includes('תוקף הקוד הסתיים')]).toEqual([410, true])
  expect(await viewOf(eighth)).toBe('code')
})

test('a second code within a minute is refused with a message, and no mail is sent', async () => {
  const { email, browsers } = await shared('flood@example.com')
  for (const browser of browsers.slice(0, 5)) await beacon(browser)
  await askForCode(browsers[5]!, email)
  const mails = (await mailsTo(email)).length
  const again = await post(`${browsers[6]!.path}/code`, {}, browsers[6])
  expect([again.statusCode, again.body.includes('כבר נשלחו')]).toEqual([429, true])
  await send()
  expect(await mailsTo(email)).toHaveLength(mails)
})

test('revoking the links signs out all nine browsers, and the next link starts without devices', async () => {
  const { email, link, browsers } = await shared('revoked@example.com')
  await Promise.all(browsers.map(beacon))
  const [participant] = await db.sql<{ id: string }>('select id from launch_participants where email = $1', [email])
  await db.as(as.sales, 'select resend_launch_link($1, true)', [participant!.id])
  expect(new Set(await viewsOf(browsers))).toEqual(new Set(['revoked']))
  expect((await beacon(browsers[0]!)).statusCode).toBe(403)
  expect((await get(link)).statusCode).toBe(410)
  expect(await devicesOf(email)).toBe(0)
  await send()
  const fresh = linkIn((await mailsTo(email)).at(-1))
  expect(fresh).not.toBe(link)
  const own = await enter(fresh, browsers[0])
  await beacon(own)
  expect([await viewOf(own), await devicesOf(email)]).toEqual(['open', 1])
  // The other browsers still have the revoked token.
  expect(await viewOf(browsers[1]!)).toBe('revoked')
})
