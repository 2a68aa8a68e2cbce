import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, openWindow, signIn } from './browser-helpers.ts'

test('the bell counts new urgent notifications and tasks due today; read and deleted states are stored', async ({
  page,
}) => {
  const requestedUrls: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (request.method() === 'GET' && /\/rest\/v1\/(notifications|tasks)$/.test(pathname))
      requestedUrls.push(
        `${pathname.split('/').at(-1)} ${[...searchParams].map(([name, value]) => `${name}=${value}`).join(' ')}`,
      )
  })
  await signIn(page, 'owner')
  const bell = page.getByRole('button', { name: /^התראות/ })
  await expect(bell).toHaveAccessibleName(/דחופ/)
  const day = (ahead: number) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jerusalem' }).format(Date.now() + ahead * 86_400_000)
  // spec §7, literally
  await expect
    .poll(() => requestedUrls)
    .toContainEqual(
      expect.stringMatching(/^notifications select=\* user_id=eq\.[\da-f-]{36} order=created_at\.desc limit=50$/),
    )
  await expect
    .poll(() => requestedUrls)
    .toContainEqual(
      expect.stringMatching(
        new RegExp(
          `^tasks select=id,name,due_date,status user_id=eq\\.[\\da-f-]{36} status=eq\\.To Do due_date=gte\\.${day(0)} due_date=lte\\.${day(1)} .*limit=10$`,
        ),
      ),
    )

  await bell.click()
  const notices = page.getByRole('dialog', { name: 'התראות' }).getByRole('listitem')
  const notice = notices.filter({ hasText: /משימה (באיחור|קרובה)/ }).first()
  await expect(notice).toBeVisible()
  await expectAccessible(page)
  const text = await notice.getByRole('paragraph').textContent()
  await notice.getByRole('button', { name: /^מחיקה/ }).click()
  await expect(notices.filter({ hasText: text! })).toHaveCount(0)
  await page.getByRole('button', { name: 'סימון הכול כנקרא' }).click()
  await expect(page.getByText('כל ההתראות סומנו כנקראו').first()).toBeVisible()
  await expect(bell).toHaveAccessibleName('התראות')

  await page.reload()
  await expect(bell).toHaveAccessibleName('התראות')
  await bell.click()
  await expect(notices.first()).toBeVisible()
  await expect(notices.filter({ hasText: text! })).toHaveCount(0)
})

test('muted notification types are not shown, and the setting applies in another browser', async ({
  page,
  browser,
}) => {
  await signIn(page, 'sales', '/crm/settings?tab=notifications')
  const wish = page.getByRole('switch', { name: /^פנייה חדשה מהאתר/ })
  await expect(wish).toBeChecked()
  await wish.click()
  await expect(wish).not.toBeChecked()
  await expectAccessible(page)
  await askForContact(page, 'יונדב')

  const other = await openWindow(browser)
  await signIn(other.page, 'sales', '/crm/settings?tab=notifications')
  await expect(other.page.getByRole('switch', { name: /^פנייה חדשה מהאתר/ })).not.toBeChecked()
  await other.page.getByRole('switch', { name: /^פנייה חדשה מהאתר/ }).click()
  await expect(other.page.getByRole('switch', { name: /^פנייה חדשה מהאתר/ })).toBeChecked()
  await askForContact(other.page, 'עמליה')
  await other.page.getByRole('button', { name: /^התראות/ }).click()
  const notices = other.page.getByRole('dialog', { name: 'התראות' }).getByRole('listitem')
  await expect(notices.filter({ hasText: 'עמליה' })).toHaveCount(1)
  await expect(notices.filter({ hasText: 'יונדב' })).toHaveCount(0)

  // A rejected setting is reverted with an error message.
  await other.page.route('**/rest/v1/notification_preferences**', (route) => route.abort())
  await other.page.keyboard.press('Escape')
  await other.page.getByRole('switch', { name: /^פנייה חדשה מהאתר/ }).click()
  await expect(other.page.getByText('הבחירה לא נשמרה')).toBeVisible()
  await expect(other.page.getByRole('switch', { name: /^פנייה חדשה מהאתר/ })).toBeChecked()
  await other.context.close()
})

/** Requests a call as a visitor. */
async function askForContact(page: Page, name: string) {
  const apikey = (await page.locator('meta[name="backend-key"]').getAttribute('content'))!
  const answer = await page.request.post('/functions/v1/ask-for-contact', {
    headers: { apikey },
    data: { name, phone: `050-00${String(Date.now()).slice(-5)}`, topic: 'call' },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}
