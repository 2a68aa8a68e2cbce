// spec §7, "Data": every listed request, with table, columns, filters, order and limit, as sent by the browser.
import { expect, type Page, test } from '@playwright/test'
import { loginOf, openWindow, signIn } from './browser-helpers.ts'

type Call = { method: string; path: string; query: Record<string, string | string[]>; body: unknown }

/** Records the requests of the page to rest/v1 and functions/v1 from now on. */
function callsOf(page: Page) {
  const calls: Call[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (!/^\/(rest|functions)\/v1\//.test(pathname)) return
    const query = Object.fromEntries(
      [...new Set(searchParams.keys())].map((name) => {
        const values = searchParams.getAll(name)
        return [name, values.length > 1 ? values : values[0]!]
      }),
    )
    const body = request.method() === 'GET' ? null : (JSON.parse(request.postData() || 'null') as unknown)
    calls.push({ method: request.method(), path: pathname, query, body })
  })
  return calls
}

const own = (page: Page) =>
  page.evaluate(() => {
    const name = Object.keys(localStorage).find((key) => key.endsWith('-auth-token'))!
    return (JSON.parse(localStorage.getItem(name)!) as { user: { id: string } }).user.id
  })
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const aList = expect.stringMatching(new RegExp(`^in\\.\\(${uuid}(,${uuid})*\\)$`))
const oneId = expect.stringMatching(new RegExp(`^eq\\.${uuid}$`))
const beginning = (columns: string) => expect.stringMatching(new RegExp(`^${columns}(,|$)`))

test('a client’s role, contact, processes, templates, instances and stages, in this order', async ({ page }) => {
  const calls = callsOf(page)
  await page.goto('/client-login')
  await page.getByLabel('דוא״ל').fill(loginOf('client').email)
  await page.getByLabel('סיסמה', { exact: true }).fill(loginOf('client').password)
  await page.getByRole('button', { name: 'כניסה', exact: true }).click()
  await expect(page.getByRole('list', { name: /^השלבים/ }).getByRole('listitem')).toHaveCount(6)
  const user = `eq.${await own(page)}`
  const expected = [
    ['user_roles', { select: 'user_id,role,is_active', user_id: user, role: 'eq.client', is_active: 'eq.true' }],
    ['contacts', { select: 'id,first_name,full_name,client_user_id', client_user_id: user }],
    [
      'client_processes',
      { select: beginning('id,contact_id,process_template_id,status'), contact_id: oneId, status: 'eq.active' },
    ],
    ['process_templates', { select: 'id,name,description', id: aList }],
    [
      'process_stage_instances',
      { select: beginning('id,client_process_id,process_stage_id'), client_process_id: aList },
    ],
    ['process_stages', { select: beginning('id,name,stage_order,description,stage_type'), id: aList }],
  ] as const
  const tables = expected.map(([table]) => `/rest/v1/${table}`)
  const requests = calls.filter(({ path }) => (tables as string[]).includes(path)).slice(0, tables.length)
  expect(requests).toEqual(
    expected.map(([table, query]) => ({ method: 'GET', path: `/rest/v1/${table}`, query, body: null })),
  )
})

test('notifications, tasks, the business profile, and their updates', async ({ browser }) => {
  const { page, context } = await openWindow(browser)
  const calls = callsOf(page)
  const joined: unknown[] = []
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (typeof payload !== 'string') return
      const [, , , event, sent] = JSON.parse(payload) as [string, string, string, string, { config?: object }]
      if (event === 'phx_join') joined.push((sent.config as { postgres_changes?: unknown }).postgres_changes)
    }),
  )
  await page.goto('/auth')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // After signing out, the name and logo of the business are loaded.
  const profile = '/rest/v1/rpc/get_public_business_profile'
  await expect.poll(() => calls).toContainEqual({ method: 'POST', path: profile, query: {}, body: {} })
  await signIn(page, 'owner')
  const user = `eq.${await own(page)}`
  const bell = page.getByRole('button', { name: /^התראות/ })
  await bell.click()
  const notices = page.getByRole('dialog', { name: 'התראות' }).getByRole('listitem')
  await expect(notices.first()).toBeVisible()

  const [today, tomorrow] = [0, 1].map((days) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jerusalem' }).format(Date.now() + days * 86_400_000),
  )
  const get = (table: string, query: object) => ({ method: 'GET', path: `/rest/v1/${table}`, query, body: null })
  await expect
    .poll(() => calls)
    .toContainEqual(get('notifications', { select: '*', user_id: user, order: 'created_at.desc', limit: '50' }))
  await expect
    .poll(() => calls)
    .toContainEqual(
      get('tasks', {
        select: 'id,name,due_date,status',
        user_id: user,
        status: 'eq.To Do',
        due_date: [`gte.${today}`, `lte.${tomorrow}`],
        order: 'due_date.asc',
        limit: '10',
      }),
    )
  await expect
    .poll(() => calls)
    .toContainEqual(
      get('business_profiles', {
        select: 'business_name,logo_url,logo_light_url,logo_dark_url,brand_colors',
        user_id: user,
      }),
    )

  calls.length = 0
  // Only read requests are asserted, because other tests change data.
  const notice = (id: string, title: string) => ({
    id,
    title,
    user_id: user.slice(3),
    type: 'contact_request.received',
    message: 'דנה לדוגמה',
    severity: 'medium',
    is_read: false,
    created_at: new Date().toISOString(),
    metadata: {},
  })
  const storedNotices = [
    notice('00000000-0000-4000-8000-00000000000a', 'ראשונה'),
    notice('00000000-0000-4000-8000-00000000000b', 'שנייה'),
  ]
  await page.route('**/rest/v1/notifications?**', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: storedNotices }) : route.fulfill({ status: 204 }),
  )
  await page.reload()
  await bell.click()
  const first = notices.filter({ hasText: 'ראשונה' })
  await first.getByRole('button', { name: /^סימון כנקרא/ }).click()
  await notices
    .filter({ hasText: 'שנייה' })
    .getByRole('button', { name: /^מחיקה/ })
    .click()
  await page.getByRole('button', { name: 'סימון הכול כנקרא' }).click()
  await expect.poll(() => calls.filter(({ method }) => method === 'PATCH' || method === 'DELETE').length).toBe(3)
  const read = { is_read: true }
  const path = '/rest/v1/notifications'
  expect(calls).toContainEqual({ method: 'PATCH', path, query: { id: `eq.${storedNotices[0]!.id}` }, body: read })
  expect(calls).toContainEqual({ method: 'DELETE', path, query: { id: `eq.${storedNotices[1]!.id}` }, body: null })
  expect(calls).toContainEqual({ method: 'PATCH', path, query: { user_id: user, is_read: 'eq.false' }, body: read })

  calls.length = 0
  await page.goto('/crm/settings?tab=business')
  const product = page.getByLabel('שם התוכנית')
  const before = await product.inputValue()
  for (const name of ['תוכנית אחרת', before]) {
    await product.fill(name)
    // The toast of the first save is still shown during the second.
    const response = page.waitForResponse((one) => one.request().method() === 'PATCH')
    await page.getByRole('button', { name: 'שמירת השינויים' }).click()
    await response
    await expect(page.getByRole('button', { name: 'שומרים' })).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'הודעות' }).getByText('פרופיל העסק עודכן בהצלחה')).toBeVisible()
  }
  const saved = calls.filter(({ method }) => method === 'PATCH')
  expect(saved[0]).toMatchObject({
    path: '/rest/v1/business_profiles',
    query: { user_id: user },
    body: { product_name: 'תוכנית אחרת', updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
  })

  await expect.poll(() => joined).toContainEqual([{ event: '*', schema: 'public', table: 'opportunities' }])
  await expect
    .poll(() => joined)
    .toContainEqual([{ event: '*', schema: 'public', table: 'notifications', filter: `user_id=${user}` }])
  await context.close()
})
