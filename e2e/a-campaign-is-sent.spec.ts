// An installation of its own, with a post office beside it: mails leave the house and are read here.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { passingFolder } from '../test/passing-folder.ts'
import { type PostOffice, postOffice } from '../test/post-office.ts'
import { expectAccessible, openWindow } from './demo.ts'

const port = String(Number(process.env['E2E_PORT']) + 1)
const site = `http://127.0.0.1:${port}`
let folder: string
let server: ChildProcess
let office: PostOffice

test.beforeAll(async () => {
  office = await postOffice()
  folder = passingFolder('maslul-e2e-mail-')
  chmodSync(folder, 0o711)
  const { E2E_PORT: _, E2E_DATA_DIR: __, ...environment } = process.env
  server = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: resolve(import.meta.dirname, '..'),
    env: {
      ...environment,
      NODE_ENV: 'production',
      PORT: port,
      DATA_DIR: join(folder, 'data'),
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(office.port),
      SMTP_ADMIN_EMAIL: 'info@example.com',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  server.stdout!.setEncoding('utf8').on('data', (text: string) => (said += text))
  await expect.poll(() => said, { timeout: 90_000 }).toContain('ready')
})

test.afterAll(async () => {
  const ended = once(server, 'close')
  server.kill('SIGTERM')
  await ended
  office.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The first address of our site in the newest mail to somebody, read as its text part says it. */
const lastLinkTo = (address: string) => {
  const at = office.received.lastIndexOf(`<${address}>`)
  return /http:\/\/127\.0\.0\.1:\d+\/newsletter\/[\w/-]+/.exec(textOf(office.mails[at] ?? ''))?.[0]
}

/** Words of a mail, out of the two ways in which mails carry Hebrew. */
function textOf(mail: string): string {
  const parts = mail.split(/^--.*$/m).map((part) => {
    const [head = '', ...body] = part.split('\n\n')
    const words = body.join('\n\n')
    if (/base64/i.test(head)) return Buffer.from(words, 'base64').toString()
    const bytes = words
      .replaceAll(/=\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    return Buffer.from(bytes, 'latin1').toString()
  })
  return parts.join('\n')
}

test('a visitor joins by a confirmed mail, gets the letter that the owner sends, and leaves by one press', async ({
  browser,
}) => {
  const address = 'new.reader@example.com'
  const visitor = await openWindow(browser, { javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  await visitor.page.goto(`${site}/newsletter`)
  await visitor.page.getByRole('textbox', { name: 'דוא״ל' }).fill(address)
  await visitor.page.getByRole('button', { name: 'להרשמה' }).click()
  await expect(visitor.page.getByRole('alert')).toContainText('כדי להירשם צריך לסמן את ההסכמה')
  await expect(visitor.page.getByRole('textbox', { name: 'דוא״ל' })).toHaveValue(address)
  await visitor.page.getByLabel('נתונה הסכמתי').check()
  await visitor.page.getByRole('button', { name: 'להרשמה' }).click()
  await expect(visitor.page.getByText('שלחנו הודעת אישור')).toBeVisible()
  await expect.poll(() => lastLinkTo(address)).toContain('/confirm/')
  await visitor.page.goto(lastLinkTo(address)!)
  await visitor.page.getByRole('button', { name: 'אישור ההרשמה' }).click()
  await expect(visitor.page.getByRole('heading', { name: 'ההרשמה הושלמה' })).toBeVisible()

  const { page, context, quiet } = await openWindow(browser)
  const owner = (
    JSON.parse(readFileSync(join(folder, 'data', 'demo-logins.json'), 'utf8')) as { email: string; password: string }[]
  )[0]!
  await page.goto(`${site}/crm/email/settings`)
  await page.getByLabel('דוא״ל').fill(owner.email)
  await page.getByLabel('סיסמה', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'כניסה', exact: true }).click()
  await expect(page.getByLabel('לא שולחים בלילה')).toBeVisible()
  await expectAccessible(page)
  // Whatever the hour at which this story is told.
  for (const rest of ['לא שולחים בלילה', 'לא שולחים בשבת', 'לא שולחים בחגים']) await page.getByLabel(rest).uncheck()
  await page.getByRole('button', { name: 'שמירה' }).click()
  await expect(page.getByText('השעות והתדירות נשמרו')).toBeVisible()

  await page.getByRole('link', { name: 'דיוורים' }).click()
  await page.getByRole('link', { name: 'הניוזלטר: לפני הלוואה' }).click()
  await expect(page.getByText('9 אנשים יקבלו')).toBeVisible()
  await page.getByLabel('לקוחות', { exact: true }).check()
  await page.getByRole('button', { name: 'מי לא יקבל' }).click()
  await expect(page.getByRole('heading', { name: 'אין הסכמה לדיוור' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByLabel('נושא ההודעה').fill('שלוש שאלות, {{firstName|חברים}}')
  await expect(page.getByText('פרסומת | שלוש שאלות, נועה')).toBeVisible()
  await expectAccessible(page)
  // Two clicks while the last words are still being saved are one letter.
  const mailsBefore = office.received.length
  await page.getByLabel('נושא ההודעה').fill('שלוש שאלות לזוג, {{firstName|חברים}}')
  await page.getByRole('button', { name: 'ניסיון אליי' }).dblclick()
  await expect(page.getByText('הודעת ניסיון נשלחה')).toBeVisible()
  await page.getByRole('button', { name: 'שליחה', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'שליחה' }).click()
  await expect(page.getByText('השליחה הסתיימה')).toBeVisible()
  await expect(page.getByText('אין הסכמה לדיוור').first()).toBeVisible()
  await expectAccessible(page)

  expect(office.received.slice(mailsBefore).filter((to) => to === `<${owner.email}>`)).toHaveLength(1)
  const letters = office.received.filter((_, i) => office.mails[i]!.includes('List-Unsubscribe-Post'))
  expect(letters).toContain(`<${address}>`)
  expect(new Set(letters).size).toBe(letters.length)
  await visitor.page.goto(lastLinkTo(address)!)
  await visitor.page.getByRole('button', { name: 'הסרה מרשימת התפוצה' }).click()
  await expect(visitor.page.getByRole('heading', { name: 'הוסרתם מרשימת התפוצה' })).toBeVisible()
  await visitor.page.getByRole('button', { name: 'יותר מדי הודעות' }).click()
  await expect(visitor.page.getByText('תודה, נלמד מזה')).toBeVisible()

  for (const path of [new URL(lastLinkTo(address)!).pathname, '/unsubscribe-success', '/newsletter']) {
    await page.goto(site + path)
    await expectAccessible(page)
  }
  await page.goto(`${site}/crm/email`)
  await page.getByRole('link', { name: 'רשימות וקוראים' }).click()
  await expect(page.getByRole('row', { name: new RegExp(address) })).toContainText('ביקשו להיות מוסרים')
  await expect(page.getByText('יותר מדי הודעות')).toBeVisible()
  quiet()
  await context.close()
  await visitor.context.close()
})
