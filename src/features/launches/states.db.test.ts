// Each state of the three public pages, and the text that its page shows: specification 08, 8c.
import { expect, test } from 'vitest'
import { launchVisitors } from '../../../test/launch.ts'
import { testSite } from '../../../test/site-app.ts'
import { landingPath } from './launches.ts'

const siteApp = await testSite({ demo: false })
const { db } = siteApp
const { get, post, send, mailsTo, linkIn, addLaunch, join, enter } = launchVisitors(siteApp)

let visitors = 0

/** A launch with a participant and the link of their welcome mail. */
async function joinAndEnter() {
  const launch = await addLaunch()
  const email = `state${++visitors}@example.com`
  await join(launch.id, email)
  await send()
  return { launch, link: linkIn((await mailsTo(email)).at(-1)) }
}
type Entered = Awaited<ReturnType<typeof joinAndEnter>>

const over = `status = 'ended', cart_opens_at = now() - interval '20 days', cart_closes_at = now() - interval '10 days', prelaunch_at = now() - interval '30 days'`
const closed = `cart_opens_at = now() - interval '2 days', cart_closes_at = now() - interval '1 minute'`
const before = `cart_opens_at = now() + interval '2 days'`
const changeLaunch = (columns: string, { launch }: Entered) =>
  db.sql(`update launches set ${columns} where id = $1`, [launch.id])
const changeContent = (columns: string, { launch }: Entered) =>
  db.sql(`update launch_contents set ${columns} where id = $1`, [launch.first])
const changeProgress = (columns: string, { launch }: Entered) =>
  db.sql(`update launch_progress set ${columns} where content_id = $1`, [launch.first])
const changeParticipant = (columns: string, { launch }: Entered) =>
  db.sql(`update launch_participants set ${columns} where launch_id = $1`, [launch.id])

async function takeLastSeat({ launch }: Entered) {
  await db.sql('update prices set seats = 1 where id = $1', [launch.priceId])
  const email = `quicker${++visitors}@example.com`
  await join(launch.id, email)
  await send()
  const quicker = await enter(linkIn((await mailsTo(email)).at(-1)))
  expect((await post(`${quicker.path}/checkout`, {}, quicker)).statusCode).toBe(303)
}

test.each<[state: string, columns: string, words: string[], absent: string]>([
  [
    'before the series',
    `prelaunch_at = now() + interval '1 day', cart_opens_at = now() + interval '2 days'`,
    ['הסדרה מתחילה ב', 'שמרו לי מקום'],
    'להצטרפות לסדרה',
  ],
  ['during the series', before, ['להצטרפות לסדרה', 'מה יש בסדרה, ומתי', 'למה תקציבים נופלים'], 'ההשקה הסתיימה'],
  ['with an open cart', `title = title`, ['להצטרפות לסדרה', 'שני שיעורים'], 'קורס התקציב'],
  ['after the cart closed', closed, ['ההשקה הסתיימה', 'לרשימת ההמתנה'], 'מה יש בסדרה, ומתי'],
  ['after the end', over, ['ההשקה הסתיימה', 'לרשימת ההמתנה'], 'להצטרפות לסדרה'],
])('the landing page %s shows its text', async (_, columns, text, absent) => {
  const visit = await joinAndEnter()
  await changeLaunch(columns, visit)
  const { body, statusCode } = await get(landingPath(visit.launch.id))
  expect([statusCode, text.filter((word) => !body.includes(word)), body.includes(absent)]).toEqual([200, [], false])
})

test('the landing page links a known browser to its personal page, and draft and archived launches have no landing page', async () => {
  const visit = await joinAndEnter()
  const { cookie, path } = await enter(visit.link)
  const { body } = await get(landingPath(visit.launch.id), { cookie })
  expect([body.includes('אתם כבר בפנים'), body.includes(path)]).toEqual([true, true])
  for (const status of ['draft', 'archived']) {
    await changeLaunch(`status = '${status}'`, visit)
    expect((await get(landingPath(visit.launch.id))).statusCode).toBe(404)
  }
})

test.each<[state: string, change: (visit: Entered) => Promise<unknown>, words: string[], absent: string]>([
  ['an open content', async () => {}, ['תוכן השיעור הראשון', 'פתוח', 'הבא בתור'], 'סוד השיעור השני'],
  ['a locked content', async () => {}, ['ייפתח ביום', 'להודיע לי כשייפתח'], 'סוד השיעור השני'],
  ['a started content', (v) => changeProgress('first_open_at = now()', v), ['התחלתם'], 'הושלם'],
  ['a completed content', (v) => changeProgress('completed_at = now()', v), ['הושלם', 'צפיתם ב־1 מתוך 2'], 'סיימתי'],
  [
    'an expired content',
    (v) => changeContent(`expires_at = now()`, v),
    ['כבר אינו פתוח', 'אין כרגע שיעור פתוח'],
    'תוכן השיעור הראשון',
  ],
  [
    'a content that waits for another one',
    (v) =>
      db.sql(
        `update launch_contents set release_kind = 'content', release_at = null, release_after = $2 where id = $1`,
        [v.launch.second, v.launch.first],
      ),
    ['ייפתח אחרי ״למה תקציבים נופלים״'],
    'סוד השיעור השני',
  ],
  ['the cart before it opens', (v) => changeLaunch(before, v), ['תוכן השיעור הראשון'], 'id="offer"'],
  [
    'the open cart',
    async () => {},
    ['ההרשמה פתוחה עד', 'כל הפרטים של הקורס', 'נותרו 5 מקומות', 'להרשמה'],
    'ההרשמה נסגרה',
  ],
  ['the full cart', takeLastSeat, ['כל המקומות נתפסו', 'לרשימת ההמתנה'], '/checkout"'],
  ['the closed cart', (v) => changeLaunch(closed, v), ['ההרשמה נסגרה', 'לרשימת ההמתנה'], 'כל הפרטים של הקורס'],
  [
    'a buyer',
    (v) => changeParticipant(`status = 'buyer'`, v),
    ['ברוכים הבאים, אתם בפנים', 'לאזור האישי'],
    'לא ההשקה הזאת',
  ],
  [
    'a participant who left',
    (v) => changeParticipant(`status = 'opted_out', opted_out_at = now()`, v),
    ['ויתרתם על הסדרה הזאת', 'חזרה לסדרה'],
    'ההרשמה פתוחה עד',
  ],
])('the personal page of %s shows its text', async (_, change, text, absent) => {
  const visit = await joinAndEnter()
  const visitor = await enter(visit.link)
  await change(visit)
  const { body, statusCode } = await get(visitor.path, visitor)
  expect([statusCode, text.filter((word) => !body.includes(word)), body.includes(absent)]).toEqual([200, [], false])
  expect(body).toContain('noindex')
})

test.each<[state: string, change: (visit: Entered) => Promise<unknown>, status: number, words: string]>([
  [
    'was revoked',
    (v) =>
      db.sql(
        `update launch_tokens set revoked_at = now() where participant_id in (select id from launch_participants where launch_id = $1)`,
        [v.launch.id],
      ),
    410,
    'הקישור הזה כבר אינו פעיל',
  ],
  ['belongs to a launch that has ended', (v) => changeLaunch(over, v), 410, 'ההשקה הסתיימה'],
  [
    'is past its last day',
    (v) =>
      changeLaunch(
        `prelaunch_at = now() - interval '30 days', cart_opens_at = now() - interval '20 days', cart_closes_at = now() - interval '169 hours'`,
        v,
      ),
    410,
    'ההשקה הסתיימה',
  ],
  ['is unknown', () => db.sql('delete from launch_tokens'), 404, 'הקישור אינו מוכר'],
])('a link that %s shows the reason and no content', async (_, change, status, text) => {
  const visit = await joinAndEnter()
  await change(visit)
  const { statusCode, body, headers } = await get(visit.link)
  expect([statusCode, body.includes(text), headers['set-cookie'] ?? null]).toEqual([status, true, null])
  expect(body.includes('נועה')).toBe(false)
})

test('a valid link redirects to the personal page and sets an HttpOnly cookie', async () => {
  const { link } = await joinAndEnter()
  const { statusCode, headers } = await get(link)
  expect([statusCode, String(headers['set-cookie']).includes('HttpOnly')]).toEqual([303, true])
  expect(headers.location).toContain('/watch/')
})

test('the personal page without a cookie requests the address and shows no name', async () => {
  const { launch, link } = await joinAndEnter()
  const { path } = await enter(link)
  const { body } = await get(path)
  expect([body.includes('הכניסה מהקישור האישי'), body.includes('נועה')]).toEqual([true, false])
  expect((await post(`/plf/${launch.id}/link`, { email: 'state-unknown@example.com' })).headers.location).toContain(
    'sent=1',
  )
})
