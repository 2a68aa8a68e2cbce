import { type Browser, type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessible, loginOf, openWindow } from './browser-helpers.ts'
import { countingKeyboard } from './keyboard.ts'
import { sql } from './own-database.ts'

// Only one partner of the demo's couple has an account.
const secondPartner = { id: '00000000-0000-4000-8002-000000000010', email: 'shira@example.com' }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const message = (page: Page, text: string) =>
  page.getByRole('region', { name: 'הודעות בשיחה' }).getByRole('listitem').filter({ hasText: text })

async function signInAt(page: Page, path: string, login: { email: string; password: string }) {
  await page.goto(path)
  await page.getByLabel('דוא״ל').fill(login.email)
  await page.getByLabel('סיסמה', { exact: true }).fill(login.password)
  await page.getByRole('button', { name: 'כניסה', exact: true }).click()
}

/** Signs in by the mailed code. Without a mail server the mail stays in the outbox. */
async function signInByCode(page: Page, email: string) {
  const codes = async () => {
    const mails = await sql<{ text: string }>(
      `select text from mail.outbox where to_address = $1 and purpose = 'magic_link' order by created_at desc, id`,
      [email],
    )
    return mails.flatMap(({ text }) => /(?<![\w=-])\d{6}(?![\w-])/.exec(text)?.[0] ?? [])
  }
  const before = (await codes()).length
  await page.goto('/client-login?mode=code')
  await page.getByLabel('דוא״ל').fill(email)
  await page.getByRole('button', { name: 'שליחת קוד' }).click()
  await expect.poll(async () => (await codes()).length).toBe(before + 1)
  await page.getByLabel('קוד בן 6 ספרות').fill((await codes())[0]!)
  await page.getByRole('button', { name: 'כניסה', exact: true }).click()
}

/**
 * Creates the account of the partner by a link that the coach copies. The link was not mailed, so its page offers no
 * password. A retry of the test finds the account created.
 */
async function invitePartner(coach: Page, browser: Browser) {
  const card = coach.getByRole('region', { name: 'כניסה לאזור האישי' })
  const copy = card.getByRole('button', { name: 'העתקת קישור' })
  await expect(copy.or(card.getByText('פעילה'))).toBeVisible()
  const partner = await openWindow(browser, phone)
  if (await copy.isVisible()) {
    await copy.click()
    await expect(coach.getByText('הקישור הועתק. הוא אישי ותקף 14 ימים')).toBeVisible()
    await partner.page.goto(await coach.evaluate(() => navigator.clipboard.readText()))
    const open = partner.page.getByRole('button', { name: 'הפעלת החשבון' })
    await expect(open).toBeVisible()
    await expect(partner.page.getByLabel(/^סיסמה/)).toHaveCount(0)
    await open.click()
    await expect(partner.page).toHaveURL(/\/client-login\?opened&mode=code/)
  }
  return partner
}

async function send(page: Page, text: string, file?: { name: string; content: string }) {
  await page.getByRole('textbox', { name: 'הודעה חדשה' }).fill(text)
  if (file) {
    await page
      .getByLabel('צירוף קבצים')
      .and(page.locator('input'))
      .setInputFiles({
        name: file.name,
        mimeType: 'text/plain',
        buffer: Buffer.from(file.content),
      })
    await expect(page.getByRole('list', { name: 'קבצים שיישלחו' })).toContainText(file.name)
  }
  await page.getByRole('button', { name: 'שליחה' }).click()
  await expect(message(page, text)).toBeVisible()
}

const waiting = (page: Page) => page.getByRole('list', { name: 'הודעות שעוד לא נשלחו' }).getByRole('listitem')

/**
 * Offline, the portal opens from the cache of the device, with the last loaded data. It accepts a message by keyboard,
 * which survives a reload.
 */
async function writeOffline({ page, context }: { page: Page; context: BrowserContext }, text: string, read: string) {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: 'אין תקשורת עם השרת' })).toBeVisible()
  await expect(message(page, read)).toBeVisible()
  const { walkTo, type, press } = countingKeyboard(page)
  await walkTo(page.getByRole('textbox', { name: 'הודעה חדשה' }))
  await type(text)
  await walkTo(page.getByRole('button', { name: 'שליחה' }))
  await press('Enter')
  await expect(waiting(page)).toContainText('מחכה לרשת')
  await expect(page.getByRole('textbox', { name: 'הודעה חדשה' })).toHaveValue('')
  await expectAccessible(page)
  await expectNarrow(page)
  await page.reload()
  await expect(waiting(page)).toContainText(text)
}

/** The first attempt reaches the server, and its response is lost. */
async function loseFirstAnswer(page: Page) {
  const sent: string[] = []
  await page.route('**/rest/v1/thread_messages?*', async (route) => {
    const request = route.request()
    if (request.method() !== 'POST') return route.continue()
    sent.push(request.postData()!)
    if (sent.length > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  return sent
}

async function contentOf(page: Page, link: Locator) {
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const bytes: Buffer[] = []
  for await (const part of await download.createReadStream()) bytes.push(part as Buffer)
  return { name: download.suggestedFilename(), content: Buffer.concat(bytes).toString() }
}

const expectNarrow = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

test('a couple and their coach exchange messages with a file in one thread, on their phones', async ({ browser }) => {
  const run = Date.now()
  const messages = { couple: `הנה פירוט הכרטיס ${run}`, coach: `תודה, רואים כאן שני חיובים כפולים ${run}` }
  const sheet = { name: 'פירוט.txt', content: 'מכולת 412.30' }
  const note = { name: 'הערות.txt', content: 'לבדוק מול חברת האשראי' }

  const coach = await openWindow(browser, { ...phone, permissions: ['clipboard-read', 'clipboard-write'] })
  await signInAt(coach.page, `/crm/clients/${secondPartner.id}`, loginOf('coach'))
  const [one, two] = [await openWindow(browser, phone), await invitePartner(coach.page, browser)]

  await signInAt(one.page, '/client-login', loginOf('client'))
  await expect(one.page).toHaveURL(/\/client-portal$/)
  await one.page.goto('/client-portal/messages')
  await send(one.page, messages.couple, sheet)
  await expectAccessible(one.page)
  await expectNarrow(one.page)

  await coach.page.goto('/crm/inbox')
  await coach.page.getByRole('link', { name: messages.couple }).click()
  const received = message(coach.page, messages.couple)
  expect(await contentOf(coach.page, received.getByRole('button', { name: sheet.name }))).toEqual(sheet)
  await send(coach.page, messages.coach, note)
  await expectAccessible(coach.page)
  await expectNarrow(coach.page)

  await signInByCode(two.page, secondPartner.email)
  await expect(two.page).toHaveURL(/\/client-portal$/)
  await two.page.goto('/client-portal/messages')
  await expect(message(two.page, messages.couple)).toContainText('איתי')
  expect(await contentOf(two.page, message(two.page, messages.coach).getByRole('button', { name: note.name }))).toEqual(
    note,
  )
  await expect(message(two.page, messages.couple).getByRole('button', { name: sheet.name })).toBeVisible()
  await expectNarrow(two.page)

  // The reply appears on the first partner's open screen.
  await expect(message(one.page, messages.coach).getByRole('button', { name: note.name })).toBeVisible()

  const offline = `נכתב ברכבת, בלי רשת ${run}`
  const stored = () => sql('select author_id from thread_messages where body = $1', [offline])
  await writeOffline(two, offline, messages.coach)
  expect(await stored()).toEqual([])
  const attempts = await loseFirstAnswer(two.page)
  await two.context.setOffline(false)
  await expect(waiting(two.page)).toHaveCount(0)
  await expect(message(two.page, offline)).toHaveCount(1)
  expect(attempts).toEqual([attempts[0], attempts[0]])
  expect(await stored()).toHaveLength(1)
  await coach.page.goto('/crm/inbox')
  await coach.page.getByRole('link', { name: offline }).click()
  await expect(message(coach.page, offline)).toHaveCount(1)
  await expect(message(one.page, offline)).toHaveCount(1)

  // Each partner has a private thread.
  await two.page.getByRole('button', { name: 'פרטית שלי' }).click()
  await expect(two.page.getByText('עוד לא נכתב כאן דבר. אפשר להתחיל.')).toBeVisible()

  for (const { quiet, context } of [coach, one, two]) {
    quiet()
    await context.close()
  }
})
