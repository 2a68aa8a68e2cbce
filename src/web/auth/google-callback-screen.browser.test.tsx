import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { storeNewState } from '#features/calendar/oauth-state.ts'
import { openScreen } from '../../../test/browser/render.tsx'

const title = page.getByRole('heading', { level: 1 })
const open = (query: string, as?: 'coach') => openScreen(`/auth/google/callback?${query}`, as)
const state = () => storeNewState(() => sessionStorage)

test('declined consent is shown without an error, with a link to the settings', async () => {
  await open('error=access_denied', 'coach')
  await expect.element(title).toHaveTextContent('החיבור בוטל')
  await expect.element(page.getByText(/^בחרתם לא לחבר את היומן, ושום דבר לא השתנה/)).toBeVisible()
  await page.getByRole('link', { name: 'מעבר להגדרות עכשיו' }).click()
  await expect.poll(() => location.pathname + location.search).toBe('/crm/settings?tab=integrations')
})

test.each([
  ['error=server_error', /^Google החזיר שגיאה ולא אישר את החיבור/],
  ['state=a', /^Google לא החזיר אישור/],
  ['code=a&state=of-another-tab', /^החיבור לא התחיל בלשונית הזאת של הדפדפן/],
])('a callback with %s shows the reason and an error number', async (query, message) => {
  state()
  await open(query, 'coach')
  await expect.element(title).toHaveTextContent('החיבור לא הושלם')
  await expect.element(page.getByText(message)).toMatchTextContent(/מספר השגיאה: \S+/)
  await expect.element(page.getByText(/^שגיאה בחיבור: /)).toBeVisible()
})

test('a state is accepted only once', async () => {
  const stored = state()
  const first = await open(`error=access_denied&state=${stored}`, 'coach')
  await expect.element(title).toHaveTextContent('החיבור בוטל')
  await first.unmount()
  await open(`code=a&state=${stored}`, 'coach')
  await expect.element(page.getByText(/^החיבור לא התחיל בלשונית הזאת של הדפדפן/)).toBeVisible()
})

test('a visitor is prompted to sign in first', async () => {
  await open(`code=a&state=${state()}`)
  await expect.element(page.getByText(/^כדי לחבר יומן צריך להיכנס למערכת/)).toBeVisible()
})

test('the screen redirects to the settings automatically', async () => {
  await open('error=access_denied', 'coach')
  await expect.poll(() => location.pathname + location.search).toBe('/crm/settings?tab=integrations')
})
