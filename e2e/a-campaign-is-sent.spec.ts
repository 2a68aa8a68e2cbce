import { expect, test } from '@playwright/test'
import { expectAccessible, openWindow } from './browser-helpers.ts'
import { mailInstallation } from './mail-installation.ts'

const { site, office, owner, lastLinkTo: lastLinkBelow, signInAsOwner } = mailInstallation()
const lastLinkTo = (address: string) => lastLinkBelow(address, '/newsletter/')

test('a visitor subscribes by double opt-in, receives the campaign of the owner, and unsubscribes with one click', async ({
  browser,
}) => {
  const address = 'new.reader@example.com'
  const visitor = await openWindow(browser, { javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  await visitor.page.goto(`${site}/newsletter`)
  await visitor.page.getByRole('textbox', { name: 'דוא״ל' }).fill(address)
  await visitor.page.getByRole('button', { name: 'להרשמה' }).click()
  await expect(visitor.page.getByRole('alert')).toContainText('כדי להירשם צריך לסמן את ההסכמה')
  await expect(visitor.page.getByRole('textbox', { name: 'דוא״ל' })).toHaveValue(address)
  await visitor.page.getByLabel('מאשרים ל').check()
  await visitor.page.getByRole('button', { name: 'להרשמה' }).click()
  await expect(visitor.page.getByText('שלחנו הודעת אישור')).toBeVisible()
  await expect.poll(() => lastLinkTo(address)).toContain('/confirm/')
  await visitor.page.goto(lastLinkTo(address)!)
  await visitor.page.getByRole('button', { name: 'אישור ההרשמה' }).click()
  await expect(visitor.page.getByRole('heading', { name: 'ההרשמה הושלמה' })).toBeVisible()

  const { page, context, quiet } = await openWindow(browser)
  await signInAsOwner(page, '/crm/settings?tab=messages')
  await expect(page.getByLabel('לא שולחים בלילה')).toBeVisible()
  await expectAccessible(page)
  // Independent of the time of day at which the test runs.
  for (const rest of ['לא שולחים בלילה', 'לא שולחים בשבת', 'לא שולחים בחגים']) await page.getByLabel(rest).uncheck()
  await page.getByRole('button', { name: 'שמירה' }).click()
  await expect(page.getByText('השעות והתדירות נשמרו')).toBeVisible()

  await page.getByRole('link', { name: 'דיוור', exact: true }).click()
  await page.getByRole('link', { name: 'הניוזלטר: לפני הלוואה' }).click()
  await expect(page.getByText('9 אנשים יקבלו')).toBeVisible()
  await page.getByLabel('לקוחות', { exact: true }).check()
  await page.getByRole('button', { name: 'מי לא יקבל' }).click()
  await expect(page.getByRole('heading', { name: 'אין הסכמה לדיוור' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByLabel('נושא ההודעה').fill('שלוש שאלות, {{firstName|חברים}}')
  await expect(page.getByText('פרסומת | שלוש שאלות, נועה')).toBeVisible()
  await expectAccessible(page)
  // Two clicks during an autosave send one message. The autosave request is delayed until both are made.
  const mailsBefore = office().received.length
  const bothClicks = Promise.withResolvers<void>()
  let testRequests = 0
  await page.route('**/functions/v1/send-campaign-test', async (route) => {
    testRequests++
    await bothClicks.promise
    await route.continue()
  })
  await page.getByLabel('נושא ההודעה').fill('שלוש שאלות לזוג, {{firstName|חברים}}')
  await page.getByRole('button', { name: 'הודעת ניסיון אליי' }).dblclick()
  bothClicks.resolve()
  await expect(page.getByText('הודעת ניסיון בדרך')).toBeVisible()
  await page.getByRole('button', { name: 'שליחה', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'שליחה' }).click()
  await expect(page.getByText('השליחה הסתיימה')).toBeVisible()
  await expect(page.getByText('אין הסכמה לדיוור').first()).toBeVisible()
  await expectAccessible(page)

  expect(testRequests).toBe(1)
  // The test message is sent by a separate job.
  await expect.poll(() => office().received.slice(mailsBefore)).toContain(`<${owner().email}>`)
  const letters = office().received.filter((_, i) => office().mails[i]!.includes('List-Unsubscribe-Post'))
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
