// A live webinar: a registrant and a partner on phones, the host and a moderator on desktops.
import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectAccessible, openWindow } from './browser-helpers.ts'
import { mailInstallation } from './mail-installation.ts'
import { waitPastSpamGuard } from './wait-past-spam-guard.ts'

const { site, lastLinkTo, signInAs } = mailInstallation()
const phone = { viewport: { width: 390, height: 844 } }
const webinar = '/webinar/takziv-she-mahzik'
const title = 'איך בונים תקציב שמחזיק יותר מחודש'

const press = async (page: Page, name: string) => {
  await page.getByRole('button', { name, exact: true }).focus()
  await page.keyboard.press('Enter')
}

/** Registers on a phone, by keyboard, and returns the confirmation page. */
async function register(browser: Browser, address: string, name: string, email: string) {
  const guest = await openWindow(browser, phone)
  await guest.page.goto(site + address)
  await guest.page.getByLabel('שם פרטי').focus()
  await guest.page.keyboard.type(name)
  await guest.page.keyboard.press('Tab')
  await guest.page.keyboard.type(email)
  await waitPastSpamGuard(guest.page)
  await guest.page.keyboard.press('Enter')
  await expect(guest.page.getByRole('heading', { level: 1, name: /^נרשמתם/ })).toBeVisible()
  return guest
}

const sendMessage = async (page: Page, field: string, text: string) => {
  await page.getByLabel(field).focus()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

test('a registrant invites a partner, both take part in the broadcast, and the team answers and moderates', async ({
  browser,
}) => {
  const guest = await register(browser, webinar, 'נועה', 'guest@example.com')
  await expectAccessible(guest.page)
  const byPhone = guest.page.getByRole('region', { name: 'גם בוואטסאפ' })
  await byPhone.getByLabel('טלפון').fill('050-123 4567')
  await byPhone.getByRole('checkbox').press('Space')
  await waitPastSpamGuard(guest.page)
  await byPhone.getByRole('button', { name: 'שמירת ההסכמה' }).press('Enter')
  await expect(byPhone.getByText('ההסכמה נשמרה למספר שמסתיים ב־67.')).toBeVisible()
  await expect(byPhone.getByRole('checkbox')).toHaveCount(0)
  await press(guest.page, 'קישור הזמנה')
  const invitation = await guest.page
    .getByText(/\/webinar-invite\?/)
    .first()
    .textContent()
  const invited = await openWindow(browser, phone)
  await invited.page.goto(invitation!.trim())
  const ownForm = (await invited.page.getByRole('link', { name: 'לשמירת מקום' }).getAttribute('href'))!
  await invited.context.close()
  const partner = await register(browser, ownForm, 'יואב', 'partner@example.com')

  const host = await openWindow(browser, { viewport: { width: 1440, height: 900 } })
  await signInAs(host.page, 'coach', '/admin/webinars')
  await host.page.getByRole('link', { name: title }).press('Enter')
  await host.page.getByRole('link', { name: 'חדר בקרה' }).first().press('Enter')
  await press(host.page, 'פתיחת החדר')
  await expect(host.page.getByRole('button', { name: 'התחלת השידור' })).toBeVisible()

  for (const [window, email] of [
    [guest, 'guest@example.com'],
    [partner, 'partner@example.com'],
  ] as const) {
    await expect.poll(() => lastLinkTo(email, webinar)).toBeTruthy()
    await window.page.goto(lastLinkTo(email, webinar)!)
    await expect(window.page.getByText('ההדרכה תתחיל בעוד')).toBeVisible()
    await expect(window.page.getByText('מחוברים')).toBeVisible()
  }
  await expectAccessible(guest.page)
  await press(host.page, 'התחלת השידור')
  await expect(guest.page.getByText('שידור חי', { exact: true })).toBeVisible()
  await expectAccessible(host.page)

  await sendMessage(guest.page, 'כתיבת הודעה', 'ערב טוב מחיפה')
  await expect(partner.page.getByText('ערב טוב מחיפה')).toBeVisible()
  await press(guest.page, 'כל הכבוד')
  await expect(partner.page.getByRole('button', { name: 'כל הכבוד 1' })).toBeVisible()
  await press(guest.page, 'שאלות')
  await sendMessage(guest.page, 'כתיבת שאלה למנחים', 'מתאים גם לעצמאים?')
  await partner.page.getByRole('button', { name: /^שאלות/ }).press('Enter')
  await partner.page.getByRole('button', { name: /^גם אני רוצה לשאול/ }).press('Enter')
  await expect(host.page.getByText(/הצבעה אחת/)).toBeVisible()
  await press(host.page, 'תשובה לנועה')
  await host.page.getByLabel('תשובה לנועה').fill('כן, עם התאמה קטנה')
  await host.page
    .getByRole('region', { name: 'שאלות', exact: true })
    .getByRole('button', { name: 'שליחה' })
    .press('Enter')
  await expect(guest.page.getByText('כן, עם התאמה קטנה')).toBeVisible()
  await expect(partner.page.getByText('כן, עם התאמה קטנה')).toBeVisible()

  await press(host.page, 'פתיחה: מה הכי קשה לכם היום?')
  await partner.page.getByRole('button', { name: 'לדבר על כסף בבית' }).press('Enter')
  await expect(partner.page.getByText('תודה, התשובה נקלטה.')).toBeVisible()
  await expect(host.page.getByRole('list', { name: 'תשובות לסקר' }).getByRole('listitem').nth(1)).toContainText('1')
  await expectAccessible(partner.page)

  const moderator = await openWindow(browser)
  await signInAs(moderator.page, 'sales', new URL(host.page.url()).pathname)
  await press(guest.page, 'צ׳אט')
  await sendMessage(guest.page, 'כתיבת הודעה', 'כנסו לאתר שלי')
  await partner.page.getByRole('button', { name: 'צ׳אט' }).press('Enter')
  await expect(partner.page.getByText('כנסו לאתר שלי')).toBeVisible()
  const line = moderator.page.getByRole('listitem').filter({ hasText: 'כנסו לאתר שלי' })
  await line.getByRole('button', { name: 'עוד פעולות: נועה' }).press('Enter')
  await moderator.page.getByRole('menuitem', { name: 'הסתרה מהחדר' }).press('Enter')
  await expect(partner.page.getByText('כנסו לאתר שלי')).toBeHidden()

  await press(host.page, 'סיום השידור')
  await expect(guest.page.getByText(/^ההדרכה הסתיימה/)).toBeVisible()
  for (const { quiet, context } of [guest, partner, host, moderator]) {
    quiet()
    await context.close()
  }
})
