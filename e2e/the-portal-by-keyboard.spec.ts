// The client portal on a phone without touch or mouse: the focus is always visible, and never lost.
import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessible, loginOf, openWindow } from './browser-helpers.ts'
import { countingKeyboard } from './keyboard.ts'
import { sql } from './own-database.ts'

/** A task of the client's own that is due first, so that the home lists it. */
const addTask = (name: string) =>
  sql(
    `insert into tasks (name, contact_id, shared_with, due_date)
     select $1, contacts.id, 'client', '2020-01-01' from contacts join auth.users on users.id = client_user_id
     where users.email = $2`,
    [name, loginOf('client').email],
  )

// Other specs count the client's tasks.
test.afterEach(async () => void (await sql(`delete from tasks where name like 'לבדוק חיוב כפול %'`)))

/** Describes a problem with the focus; null if the focused element is in the viewport, uncovered and has a focus ring. */
const focusProblem = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return 'the focus is lost'
    const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)}`
    if (!element.matches(':focus-visible')) return `not marked: ${name}`
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    if ((outlineStyle === 'none' || outlineWidth === '0px') && boxShadow === 'none') return `no ring: ${name}`
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const [x, y] = [(left + right) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2]
    const shown = document.elementFromPoint(x, y)
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : null
    if (element.contains(shown) || shown?.contains(element) || label?.contains(shown)) return null
    return `covered by ${shown?.tagName} ${shown?.className}: ${name}`
  })

/** Moves the focus by Tab, and checks each stop. */
function walker(page: Page) {
  const keyboard = countingKeyboard(page)
  async function walkTo(target: Locator, key = 'Tab') {
    await expect(target).toBeVisible()
    const isThere = () => target.evaluate((element) => element === document.activeElement)
    for (let step = 0; step < 80 && !(await isThere()); step++) {
      await keyboard.press(key)
      // Scrolling to the focused element may not have finished.
      await expect.poll(() => focusProblem(page)).toBe(null)
    }
    await expect(target).toBeFocused()
  }
  return { ...keyboard, walkTo }
}

test('a client uses the portal on a phone by keyboard only, with the focus always visible', async ({ browser }) => {
  const texts = { task: `לבדוק חיוב כפול ${Date.now()}`, message: `נכתב במקלדת ${Date.now()}`, entry: 'קפה בדרך' }
  const { page, context, quiet } = await openWindow(browser, { viewport: { width: 390, height: 844 } })
  const { walkTo, type, press } = walker(page)
  const card = (name: string) => page.getByRole('region', { name })
  const tabs = page.getByRole('navigation', { name: 'האזור האישי' })
  const main = page.getByRole('main')
  await addTask(texts.task)

  await page.goto('/client-login')
  await walkTo(page.getByLabel('דוא״ל'))
  await type(loginOf('client').email)
  await walkTo(page.getByLabel('סיסמה', { exact: true }))
  await type(loginOf('client').password)
  await press('Enter')
  await expect(page).toHaveURL(/\/client-portal$/)
  await expect(main).toBeFocused()

  // The task is removed from the list of open ones; the focus remains in the list.
  const tick = card('המשימות שלכם').getByRole('checkbox', { name: texts.task })
  await walkTo(tick)
  await press('Space')
  await expect(tick).toHaveCount(0)
  await expect.poll(() => sql('select status from tasks where name = $1', [texts.task])).toEqual([{ status: 'Done' }])
  await expect(card('המשימות שלכם').locator(':focus')).toHaveCount(1)

  // Opens the stage of the next action, and from there a question about it.
  await walkTo(card('השלב שלכם עכשיו').getByRole('link', { name: 'לדף השלב' }), 'Shift+Tab')
  await press('Enter')
  await expect(page).toHaveURL(/\/client-portal\/process\//)
  await expect(main).toBeFocused()
  await walkTo(card('יש שאלה על השלב?').getByRole('link', { name: 'לשאול בהודעה' }))
  await press('Enter')
  await expect(page).toHaveURL(/\/client-portal\/messages\?about=/)
  await expect(main).toBeFocused()
  const writing = page.getByRole('textbox', { name: 'הודעה חדשה' })
  await walkTo(writing)
  await expect(writing).toHaveValue(/^לגבי השלב /)
  await press('End')
  await type(texts.message)
  await walkTo(page.getByRole('button', { name: 'שליחה' }))
  await press('Enter')
  await expect(card('הודעות בשיחה').getByRole('listitem').filter({ hasText: texts.message })).toHaveCount(1)
  await expect(writing).toHaveValue('')
  await expect(writing).toBeFocused()

  // An expense is added and deleted.
  await walkTo(tabs.getByRole('link', { name: 'הכסף שלנו' }))
  await press('Enter')
  await expect(page).toHaveURL(/\/client-portal\/finances$/)
  await expect(main).toBeFocused()
  const quick = card('רישום מהיר')
  await walkTo(quick.getByLabel('סכום בשקלים'))
  await type('18.40')
  await walkTo(quick.getByLabel('על מה'))
  await type(texts.entry)
  const food = quick.getByRole('button', { name: 'מזון וסופר' })
  await walkTo(food)
  await press('Enter')
  const remove = page.getByRole('button', { name: new RegExp(`^מחיקת התנועה ${texts.entry}`) })
  await expect(remove).toBeVisible()
  await expect(food).toBeFocused()
  await expectAccessible(page)
  await walkTo(remove)
  await press('Enter')
  await expect(remove).toHaveCount(0)
  await expect.poll(() => focusProblem(page)).toBe(null)

  // A tab of the "more" menu, and sign-out.
  await walkTo(tabs.getByRole('button', { name: 'עוד' }))
  await press('Enter')
  const profile = page.getByRole('menuitem', { name: 'פרופיל' })
  await expect(page.getByRole('menuitem', { name: 'פגישות' })).toBeFocused()
  await press('End')
  await expect(profile).toBeFocused()
  await press('Enter')
  await expect(page).toHaveURL(/\/client-portal\/profile$/)
  await expect(page.getByRole('heading', { level: 1, name: 'הפרופיל שלכם' })).toBeVisible()
  await expect.poll(() => focusProblem(page)).not.toBe('the focus is lost')
  const account = page.getByRole('button', { name: /^החשבון שלי/ })
  await walkTo(account, 'Shift+Tab')
  await press('Enter')
  const leave = page.getByRole('menuitem', { name: 'יציאה' })
  await expect(leave).toBeVisible()
  await press('End')
  await expect(leave).toBeFocused()
  await press('Enter')
  await expect(page).toHaveURL(/\/client-login$/)
  await expect(page.getByRole('heading', { level: 1, name: 'כניסה לאזור האישי' })).toBeVisible()
  await expect.poll(() => focusProblem(page)).not.toBe('the focus is lost')

  quiet()
  await context.close()
})
