// Runs on a separate, empty installation: the other tests share the demo data.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { tempFolder } from '../test/temp-folder.ts'
import { expectAccessible, openWindow } from './browser-helpers.ts'

const port = String(Number(process.env['E2E_PORT']) + 1)
let folder: string
let server: ChildProcess
let output = ''

// Serial: each test continues where the previous one ended; a retry starts with an empty installation.
test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  folder = tempFolder('maslul-e2e-new-')
  // Under root the database runs as another user, which needs access to the folder. Otherwise the cluster would be created elsewhere.
  chmodSync(folder, 0o711)
  const { E2E_PORT: _, E2E_DATA_DIR: __, ...environment } = process.env
  server = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: resolve(import.meta.dirname, '..'),
    env: { ...environment, NODE_ENV: 'production', DEMO: '0', PORT: port, DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  server.stdout!.setEncoding('utf8').on('data', (text: string) => (output += text))
  await expect.poll(() => output, { timeout: 60_000 }).toContain('/setup?key=')
})

test.afterAll(async () => {
  const ended = once(server, 'close')
  server.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
})

test('the printed setup URL creates the owner, who signs in to an empty board; afterwards the URL is invalid', async ({
  browser,
}) => {
  const address = /http:\S+\/setup\?key=\S+/.exec(output)![0]
  const { page, context, quiet } = await openWindow(browser)
  await page.goto(address)
  await expectAccessible(page)

  await page.getByLabel('שם העסק').fill('בית לדוגמה')
  await page.getByLabel('שם מלא').fill('נועה לדוגמה')
  await page.getByLabel('דוא״ל').fill('noa@example.com')
  await page.getByLabel('סיסמה').fill('קצרה')
  await page.getByRole('button', { name: 'פתיחת העסק' }).click()
  await expect(page.getByText('הסיסמה קצרה מדי: לפחות 8 תווים').first()).toBeVisible()
  await expect(page.getByLabel('שם העסק')).toHaveValue('בית לדוגמה')
  await expect(page.getByLabel('סיסמה')).toHaveValue('')
  await expectAccessible(page)

  await page.getByLabel('סיסמה').fill('סיסמה לדוגמה')
  await page.getByRole('button', { name: 'פתיחת העסק' }).click()
  await expect(page.getByText('החשבון מוכן. אפשר להיכנס')).toBeVisible()
  await page.getByLabel('דוא״ל').fill('noa@example.com')
  await page.getByLabel('סיסמה', { exact: true }).fill('סיסמה לדוגמה')
  await page.getByRole('button', { name: 'כניסה', exact: true }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/crm')
  await expect(page.getByRole('link', { name: 'לעמוד ״אודות״' })).toHaveAttribute('href', '/crm/site/pages/about')
  await page.getByRole('link', { name: 'צינור מכירות' }).click()
  await expect(page.getByText('אין הזדמנויות פתוחות')).toBeVisible()

  await page.goto(`http://127.0.0.1:${port}/`)
  await expect(page.getByRole('heading', { level: 1, name: 'בית לדוגמה' })).toBeVisible()
  expect((await page.goto(address))!.status()).toBe(410)
  await expect(page.getByRole('heading', { name: 'העסק כבר נפתח' })).toBeVisible()
  await expectAccessible(page)
  quiet()
  await context.close()
})

test('spec §2, §4: a password reset is requested, and the mailed link requires a new password, which cannot be skipped', async ({
  browser,
}) => {
  const { page, context, quiet } = await openWindow(browser)
  const site = `http://127.0.0.1:${port}`
  await page.goto(`${site}/auth`)
  await page.getByRole('link', { name: 'שכחתי סיסמה' }).click()
  await page.getByLabel('דוא״ל').fill('noa@example.com')
  const before = output.length
  await page.getByRole('button', { name: 'שליחת קישור' }).click()
  await expect(page.getByText('אם הכתובת רשומה אצלנו')).toBeVisible()
  const link = () => /http:\S+\/verify\?\S+/.exec(output.slice(before))?.[0]
  await expect.poll(link).toBeDefined()

  const mail = await openWindow(browser)
  await mail.page.goto(link()!)
  await mail.page.getByRole('button').click()
  await expect(mail.page).toHaveURL(/\/auth#?$/)
  const heading = mail.page.getByRole('heading', { level: 1, name: 'סיסמה חדשה' })
  await expect(heading).toBeVisible()
  await expectAccessible(mail.page)
  // A reload does not bypass the new-password screen.
  await mail.page.reload()
  await expect(heading).toBeVisible()
  await mail.page.getByLabel('סיסמה חדשה').fill('1')
  await mail.page.keyboard.press('Enter')
  await expect(mail.page.getByText('הסיסמה חלשה: לפחות 8 תווים')).toBeVisible()
  await mail.page.getByLabel('סיסמה חדשה').fill('סיסמה חדשה לדוגמה')
  await mail.page.keyboard.press('Enter')
  await expect(mail.page).toHaveURL(/\/crm$/)
  mail.quiet()
  await mail.context.close()

  // The link is single-use, and the old password is invalid.
  await page.goto(link()!)
  await expect(page.getByText('הקישור פג תוקף או שכבר נעשה בו שימוש')).toBeVisible()
  for (const [word, then] of [
    ['סיסמה לדוגמה', 'הדוא״ל או הסיסמה אינם נכונים'],
    ['סיסמה חדשה לדוגמה', 'בית לדוגמה'],
  ] as const) {
    await page.getByLabel('דוא״ל').fill('noa@example.com')
    await page.getByLabel('סיסמה', { exact: true }).fill(word)
    await page.getByRole('button', { name: 'כניסה', exact: true }).click()
    await expect(page.getByText(then).first()).toBeVisible()
  }
  quiet()
  await context.close()
})

test('the owner invites a colleague, who takes over a contact and is removed: the work returns to the owner and can be reassigned', async ({
  browser,
}) => {
  const site = `http://127.0.0.1:${port}`
  const team = `${site}/crm/settings?tab=team`
  const owner = await openWindow(browser)
  await owner.page.goto(team)
  await owner.page.getByLabel('דוא״ל').fill('noa@example.com')
  await owner.page.getByLabel('סיסמה', { exact: true }).fill('סיסמה חדשה לדוגמה')
  await owner.page.getByRole('button', { name: 'כניסה', exact: true }).click()
  const before = output.length
  await owner.page.getByRole('button', { name: 'הזמנה לצוות' }).click()
  await owner.page.getByRole('dialog').getByLabel('דוא״ל').fill('dana@example.com')
  await owner.page.getByRole('radio', { name: /מכירות/ }).check()
  await expectAccessible(owner.page)
  await owner.page.getByRole('button', { name: 'שליחת ההזמנה' }).click()
  await expect(owner.page.getByText('dana@example.com', { exact: true })).toBeVisible()
  const link = () => /http:\S+\/auth\/join\?key=[\w-]+/.exec(output.slice(before))?.[0]
  await expect.poll(link).toBeDefined()

  const dana = await openWindow(browser, { viewport: { width: 390, height: 844 } })
  await dana.page.goto(link()!)
  await expectAccessible(dana.page)
  await dana.page.getByLabel('שם מלא').fill('דנה לדוגמה')
  await dana.page.getByLabel('סיסמה').fill('סיסמה של דנה')
  await dana.page.getByRole('button', { name: 'הצטרפות לצוות' }).click()
  await expect(dana.page.getByText('החשבון מוכן. אפשר להיכנס')).toBeVisible()
  await dana.page.getByLabel('דוא״ל').fill('dana@example.com')
  await dana.page.getByLabel('סיסמה', { exact: true }).fill('סיסמה של דנה')
  await dana.page.getByRole('button', { name: 'כניסה', exact: true }).click()
  await expect(dana.page).toHaveURL((url) => url.pathname === '/crm')
  await dana.page.getByRole('button', { name: 'חדש, הוספה מהירה' }).click()
  await dana.page.getByRole('menuitem', { name: 'איש קשר' }).click()
  await dana.page.getByRole('dialog').getByLabel('שם').fill('איתי לדוגמה')
  await dana.page.getByRole('dialog').getByRole('button', { name: 'הוספה' }).click()
  await expect(dana.page.getByRole('dialog')).toHaveCount(0)
  await dana.page.goto(team)
  await expect(dana.page.getByRole('heading', { level: 2, name: 'הפרופיל שלי' })).toBeVisible()

  await owner.page.reload()
  await expect(owner.page.getByText('איש קשר אחד')).toBeVisible()
  await owner.page.getByRole('button', { name: 'פעולות: דנה לדוגמה' }).click()
  await owner.page.getByRole('menuitem', { name: 'סיום העבודה במערכת' }).click()
  await owner.page.getByLabel('אנשי הקשר עוברים אל').selectOption('נועה לדוגמה')
  await owner.page.getByRole('dialog').getByRole('button', { name: 'סיום העבודה במערכת' }).click()
  await expect(owner.page.getByRole('heading', { level: 3, name: 'כבר לא בצוות' })).toBeVisible()
  await dana.page.goto(`${site}/crm/contacts`, { waitUntil: 'networkidle' })
  await expect(dana.page.getByText('איתי לדוגמה')).toHaveCount(0)

  await owner.page.keyboard.press('Control+z')
  await expect(owner.page.getByRole('heading', { level: 3, name: 'בצוות: 2' })).toBeVisible()
  await expectAccessible(owner.page)
  owner.quiet()
  dana.quiet()
  await owner.context.close()
  await dana.context.close()
})
