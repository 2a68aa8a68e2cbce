import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, openWindow, signIn } from './browser-helpers.ts'

const settings = '/crm/settings?tab=integrations'
const success = 'החיבור ל-Google Calendar הושלם בהצלחה!'
const isThere = (url: URL) => url.pathname + url.search === settings

/** Navigates from the settings to Google's consent page. */
async function openConsentPage(page: Page) {
  await page.goto(settings)
  await page
    .getByRole('region', { name: 'Google Calendar' })
    .getByRole('button', { name: 'חיבור', exact: true })
    .click()
  await expect(page.getByRole('heading', { name: 'בחירת חשבון Google לפיתוח' })).toBeVisible()
}

test('spec §2: a calendar is connected, listed, opened and disconnected', async ({ browser }) => {
  const { page, context, quiet } = await openWindow(browser)
  await signIn(page, 'owner')
  const calls: object[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/functions/v1/google-calendar-sync')) calls.push(request.postDataJSON() as object)
  })
  await openConsentPage(page)
  calls.length = 0
  await page.getByRole('button', { name: 'dana@example.com' }).click()

  await expect(page).toHaveURL(/\/auth\/google\/callback\?/)
  await expect(page.getByText(success)).toBeVisible()
  await expect(page.getByText('חיבור הושלם')).toBeVisible()
  // spec §7: requested once, however often React mounts the screen
  const user = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token'))!
    return (JSON.parse(localStorage.getItem(key)!) as { user: { id: string } }).user.id
  })
  expect(calls).toEqual([{ action: 'oauth_callback', code: expect.any(String), user_id: user }])

  await expect(page).toHaveURL(isThere)
  const card = page.getByRole('region', { name: 'Google Calendar' })
  await expect(card.getByText('מחובר', { exact: true })).toBeVisible()
  await expect(card.getByText('חשבון dana@example.com')).toBeVisible()
  await card.getByLabel('משפחה').check()
  await card.getByLabel('היומן שפגישות נכתבות בו').selectOption({ label: 'משפחה' })
  await card.getByRole('button', { name: 'שמירת הבחירה' }).click()
  await expect(page.getByText('בחירת היומנים נשמרה')).toBeVisible()
  await page.reload()
  await expect(card.getByLabel('משפחה')).toBeChecked()
  await expect(card.getByLabel('היומן שפגישות נכתבות בו').locator('option:checked')).toHaveText('משפחה')
  await expectAccessible(page)
  await card.getByRole('button', { name: 'בדיקה' }).click()
  await expect(page.getByText('נבדק מול Google')).toBeVisible()

  await card.getByRole('button', { name: 'ניתוק' }).click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'ניתוק' }).click()
  await expect(card.getByText('מנותק', { exact: true })).toBeVisible()
  quiet()
  await context.close()
})

test('a declined consent shows the specified text without an error style', async ({ page }) => {
  await signIn(page, 'admin')
  await openConsentPage(page)
  await page.getByRole('button', { name: 'ביטול' }).click()
  await expect(page.getByRole('heading', { name: 'החיבור בוטל' })).toBeVisible()
  await expect(page.getByText('שגיאה בחיבור: Google OAuth error')).toBeVisible()
  await expect(page.getByText('בחרתם לא לחבר את היומן, ושום דבר לא השתנה')).toBeVisible()
  await expect(page.locator('.callback--bad, .toast[data-type=error]')).toHaveCount(0)
  await expect(page).toHaveURL(isThere)
})

test('a callback URL cannot be used twice', async ({ page }) => {
  await signIn(page, 'coach')
  await openConsentPage(page)
  await page.getByRole('button', { name: 'yossi@example.com' }).click()
  await expect(page.getByText(success)).toBeVisible()
  const { pathname, search } = new URL(page.url())
  expect(pathname).toBe('/auth/google/callback')
  await page.goto(pathname + search)
  await expect(page.getByText('שגיאה בחיבור: Invalid state parameter - possible CSRF attack')).toBeVisible()
})

const failures: [what: string, search: string, message: string][] = [
  ['an error of Google', '?error=server_error', 'Google OAuth error'],
  ['turning back', '?error=access_denied', 'Google OAuth error'],
  ['no code', '?state=x', 'No authorization code received'],
  ['another state', '?code=c&state=x', 'Invalid state parameter - possible CSRF attack'],
]
/** The clock is paused; it advances in small steps until the locator appears. */
async function stepUntil(page: Page, text: string | RegExp) {
  const shown = page.getByText(text)
  await expect(async () => {
    await page.clock.runFor(10)
    await expect(shown).toBeVisible({ timeout: 1 })
  }).toPass({ intervals: [20] })
}

/** The screen redirects after this delay and not before. */
async function goesOnAfter(page: Page, ms: number) {
  await page.clock.runFor(ms - 500)
  expect(new URL(page.url()).pathname).toBe('/auth/google/callback')
  await page.clock.runFor(500)
  await expect(page).toHaveURL(isThere)
}

test('spec §2, §5, §8: each failure has its own text and redirects to the settings after 3 s; a success after 2 s', async ({
  browser,
}) => {
  const { page, context } = await openWindow(browser)
  await signIn(page, 'sales')
  await openConsentPage(page)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('button', { name: 'dana@example.com' }).click()
  await stepUntil(page, success)
  await goesOnAfter(page, 2_000)
  for (const [, search, message] of failures) {
    await page.goto(`/auth/google/callback${search}`)
    await stepUntil(page, `שגיאה בחיבור: ${message}`)
    await expect(page.getByText(/מספר השגיאה: \S{4}-\S{4}/)).toBeVisible()
    await goesOnAfter(page, 3_000)
  }
  // An unknown code with a valid state: the server decides.
  await page.evaluate(() => sessionStorage.setItem('google-calendar-state', 'mine'))
  await page.goto('/auth/google/callback?code=nonsense&state=mine')
  await stepUntil(page, /שגיאה בחיבור: החיבור כבר הסתיים/)
  await goesOnAfter(page, 3_000)
  await context.close()
})

test('the callback page is accessible, also after a failure', async ({ page }) => {
  await page.goto('/auth/google/callback?error=server_error')
  await expect(page.getByText('שגיאה בחיבור: Google OAuth error')).toBeVisible()
  await expectAccessible(page)
})

test('spec §5: without a session the callback connects no calendar', async ({ page }) => {
  await page.goto('/auth')
  await page.evaluate(() => sessionStorage.setItem('google-calendar-state', 'mine'))
  await page.goto('/auth/google/callback?code=c&state=mine')
  await expect(page.getByText('שגיאה בחיבור: User not authenticated')).toBeVisible()
  await expect(page).toHaveURL(/\/auth$/)
})
