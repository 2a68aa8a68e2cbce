// Browsers with invalid storage, without storage, and with a failure inside the error message.
import { expect, type Page, test } from '@playwright/test'
import { loginOf, openWindow, signIn } from './browser-helpers.ts'

/** Every storage key of the product. */
const keys = [
  'a11y-settings',
  'cookie-preferences',
  'cookie-consent-id',
  'theme',
  'strip',
  'question-mark-off',
  'signed-out-on-purpose',
  'choosing-a-new-password',
  'google-calendar-state',
]

async function fillIn(page: Page, role: string) {
  await page.getByLabel('דוא״ל').fill(loginOf(role).email)
  await page.getByLabel('סיסמה', { exact: true }).fill(loginOf(role).password)
  await page.getByRole('button', { name: 'כניסה', exact: true }).click()
}

const nonsense = [
  ['half a JSON', '{"fontScale":'],
  ['a number', '7'],
  ['nothing', 'null'],
  ['a list', '[[]]'],
  ['another prototype', '{"__proto__":{"isAdmin":true},"constructor":1}'],
  ['a script', '"><script>alert(1)</script>'],
  ['a novel', '"'.padEnd(200_000, 'א')],
] as const

test('spec §3, §5: arbitrary values under the storage keys do not break the site or the app', async ({ browser }) => {
  const { page, context, quiet } = await openWindow(browser)
  await signIn(page, 'coach')
  const session = await page.evaluate(() => {
    const name = Object.keys(localStorage).find((key) => key.endsWith('-auth-token'))!
    const value = localStorage.getItem(name)!
    return { name, value, userId: (JSON.parse(value) as { user: { id: string } }).user.id }
  })
  const keep = (name: string, value: string) =>
    page.evaluate(([key, text]) => localStorage.setItem(key, text), [name, value] as const)
  for (const [what, value] of nonsense) {
    for (const key of [...keys, `notices-handled:${session.userId}`]) await keep(key, value)
    await page.evaluate((text) => sessionStorage.setItem('google-calendar-state', text), value)
    await page.goto('/contact')
    await expect(page.getByRole('heading', { level: 1 }), what).toBeVisible()
    await expect(page.getByRole('region', { name: 'העוגיות שלנו, הבחירה שלכם' }), what).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.className)).not.toContain('a11y-')
    await page.goto('/crm/settings?tab=notifications')
    await page.getByRole('button', { name: /^התראות/ }).click()
    await expect(page.getByRole('dialog', { name: 'התראות' }).getByRole('listitem').first(), what).toBeVisible()
    // An invalid session under the session key is ignored.
    await keep(session.name, value)
    await page.goto('/crm')
    await expect(page, what).toHaveURL(/\/auth$/)
    await expect(page.getByLabel('דוא״ל')).toBeVisible()
    await keep(session.name, session.value)
  }
  quiet()
  await context.close()
})

test('a stored session without an access token, a refresh token or an expiry is ignored', async ({ browser }) => {
  const { page, context, quiet } = await openWindow(browser)
  await signIn(page, 'coach')
  const whole = await page.evaluate(() => {
    const name = Object.keys(localStorage).find((key) => key.endsWith('-auth-token'))!
    return { name, session: JSON.parse(localStorage.getItem(name)!) as Record<string, unknown> }
  })
  for (const missing of ['access_token', 'refresh_token', 'expires_at']) {
    const { [missing]: _, ...rest } = whole.session
    await page.evaluate(([name, value]) => localStorage.setItem(name, value), [
      whole.name,
      JSON.stringify(rest),
    ] as const)
    await page.goto('/crm')
    await expect(page, missing).toHaveURL(/\/auth$/)
    expect(await page.evaluate((name) => localStorage.getItem(name), whole.name), missing).toBeNull()
  }
  quiet()
  await context.close()
})

test('with throwing storage the site renders, a cookie choice can be made and sign-in works', async ({ browser }) => {
  const { page, context, quiet } = await openWindow(browser)
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
  })
  await page.goto('/contact')
  const banner = page.getByRole('region', { name: 'העוגיות שלנו, הבחירה שלכם' })
  await banner.getByRole('button', { name: 'חיוניות בלבד' }).click()
  await expect(banner).toBeHidden()
  await page.getByRole('button', { name: 'אפשרויות נגישות' }).click()
  await page.getByRole('button', { name: 'הגדל טקסט' }).click()
  await expect(page.getByText('120%', { exact: true })).toBeVisible()
  await page.goto('/auth')
  await fillIn(page, 'coach')
  await expect(page).toHaveURL(/\/crm$/)
  await page.getByRole('button', { name: /^התראות/ }).click()
  await expect(page.getByRole('dialog', { name: 'התראות' })).toBeVisible()
  quiet()
  await context.close()
})

test('spec §4: when the error message fails too, a plain message with a reference is shown', async ({ page }) => {
  await signIn(page, 'coach')
  const reports: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/browser-errors'))
      reports.push((JSON.parse(request.postData()!) as { reference: string }).reference)
  })
  await page.route('**/rest/v1/rpc/list_contacts?**', (route) =>
    route.fulfill({ json: [{ id: 7, full_name: { not: 'text' } }] }),
  )
  // From this response on, rendering the error message fails.
  await page.evaluate(() => {
    const ask = window.fetch.bind(window)
    const create = document.createElement.bind(document)
    let isBroken = false
    window.fetch = async (...request) => {
      const answer = await ask(...request)
      isBroken ||= answer.url.includes('/rest/v1/rpc/list_contacts')
      return answer
    }
    document.createElement = ((name: string, options?: ElementCreationOptions) => {
      if (isBroken && name === 'bdi') throw new Error('no such element today')
      return create(name, options)
    }) as typeof document.createElement
  })
  await page.getByRole('link', { name: 'אנשי קשר' }).first().click()
  const box = page.getByRole('alert')
  await expect(box.getByRole('heading', { name: 'שגיאה ברכיב' })).toBeVisible()
  const reference = /[2-9A-Z]{4}-[2-9A-Z]{4}/.exec((await box.textContent())!)![0]
  expect(reports).toContain(reference)
  await page.unroute('**/rest/v1/rpc/list_contacts?**')
  await box.getByRole('button', { name: 'רענון העמוד' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'אנשי קשר' })).toBeVisible()
})
