// Rooms of webinars. Their rows are created here, after the screenshots of all other screens, which would show them.
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { loginOf, startSession } from '../browser-helpers.ts'
import { comparePage, openPage } from './compare.ts'

/** Times depend on the server's clock, which differs between runs. */
const unsteady = 'video, time, [role="timer"]'
/** In the control room: elapsed and remaining time, times of lines, and presence of registrants. */
const unsteadyOfControlRoom = `${unsteady}, bdi[dir="ltr"], .control-room__chat small, table`

async function openApi(request: APIRequestContext) {
  const html = await (await request.get('/auth')).text()
  const apikey = /<meta name="backend-key" content="([^"]+)"/.exec(html)![1]!
  async function post(path: string, data: object, token = apikey) {
    const headers = { apikey, authorization: `Bearer ${token}`, prefer: 'return=representation' }
    const answer = await request.post(path, { headers, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.text()) === '' ? undefined : answer.json()
  }
  const { email, password } = loginOf('owner')
  const { access_token: owner } = await post('/auth/v1/token?grant_type=password', { email, password })
  return {
    asOwner: (path: string, data: object) => post(`/rest/v1/${path}`, data, owner as string),
    call: (name: string, input: object, access?: string) => post(`/functions/v1/${name}`, input, access),
    publish: async (id: string) => {
      const headers = { apikey, authorization: `Bearer ${owner}` }
      const data = { status: 'published', stream: { provider: 'file', ref: '/clips/annual-expenses.webm' } }
      expect((await request.patch(`/rest/v1/webinars?id=eq.${id}`, { headers, data })).ok()).toBe(true)
    },
  }
}

const wide = { width: 1440, height: 900 }
const openRoom = async (page: Page, address: string) => {
  await page.setViewportSize(wide)
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
}

test('the room, the control room, the end of a broadcast and a recording match their screenshots', async ({
  browser,
  context,
}) => {
  test.setTimeout(600_000)
  const page = await openPage(context)
  const { asOwner, call, publish } = await openApi(page.request)
  const [webinar] = await asOwner('webinars', { slug: 'rooms', title: 'ערב תקציב', presenter: 'הילה לדוגמה' })
  await publish(webinar.id)
  const [session] = await asOwner('webinar_sessions', { webinar_id: webinar.id, starts_at: '2026-11-24T16:00:00Z' })
  const [poll] = await asOwner('webinar_interactions', {
    webinar_id: webinar.id,
    kind: 'poll',
    title: 'מה הכי קשה לכם היום?',
    choices: ['לדעת כמה יוצא', 'לדבר על כסף בבית'],
    open_seconds: 3600,
  })
  const step = (name: string) => asOwner('rpc/move_webinar_session', { session: session.id, step: name, reason: null })
  const { token } = await call('register-for-webinar', {
    slug: 'rooms',
    sessionId: session.id,
    name: 'נועה',
    email: 'rooms@example.com',
  })
  await step('open_lobby')
  await step('start')
  const { access } = await call('enter-webinar', { token })
  await call('say-in-webinar', { kind: 'chat', body: 'ערב טוב מחיפה', position: 0 }, access)
  await call('say-in-webinar', { kind: 'question', body: 'מתאים גם לעצמאים?', position: 0 }, access)
  await asOwner('rpc/say_in_webinar', {
    session: session.id,
    body: 'ברוכים הבאים, מתחילים בעוד דקה',
    kind: 'announcement',
  })
  await asOwner('rpc/open_webinar_interaction', { session: session.id, interaction: poll.id, is_open: true })

  await openRoom(page, `/webinar/rooms/live?r=${token}`)
  await expect(page.getByText('מחוברים', { exact: true })).toBeVisible()
  await expect(page.getByText('ברוכים הבאים, מתחילים בעוד דקה')).toBeVisible()
  await comparePage(page, 'webinar-room', unsteady)

  const staff = await browser.newContext()
  const staffPage = await openPage(staff)
  await startSession(staffPage, loginOf('owner'))
  await openRoom(staffPage, `/admin/webinars/${webinar.id}/sessions/${session.id}`)
  await expect(staffPage.getByText('מתאים גם לעצמאים?')).toBeVisible()
  await comparePage(staffPage, 'webinar-control-room', unsteadyOfControlRoom)
  await staff.close()

  // The open page shows the end of the broadcast. After a reload it would offer other dates.
  await page.setViewportSize(wide)
  await step('end')
  await expect(page.getByText('איך הייתה ההדרכה?')).toBeVisible()
  await comparePage(page, 'webinar-exit-poll', unsteady)

  const recorded = await call('register-for-webinar', {
    slug: 'hotzaot-shnatiyot',
    name: 'נועה',
    email: 'rooms@example.com',
  })
  await openRoom(page, `/webinar/hotzaot-shnatiyot/live?r=${recorded.token}`)
  await expect(page.getByLabel('מהירות')).toBeVisible()
  await comparePage(page, 'webinar-recording', unsteady)
})
