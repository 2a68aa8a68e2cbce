import { expect, type Page, test } from '@playwright/test'
import { openWindow, signIn } from './browser-helpers.ts'

test('two users edit one field at once: nothing is overwritten silently, and no input is lost', async ({ browser }) => {
  const [first, second] = [await openWindow(browser), await openWindow(browser)]
  await signIn(first.page, 'owner', '/crm')
  await first.page.getByRole('button', { name: 'חדש, הוספה מהירה' }).click()
  await first.page.getByRole('menuitem', { name: 'איש קשר' }).click()
  await first.page.getByRole('dialog').getByLabel('שם').fill('שקד הדגמה')
  await first.page.getByRole('dialog').getByLabel('דוא״ל').fill('shaked@mail.example')
  // Double click during the duplicate check: one contact is created.
  const added: string[] = []
  let lookedUp = () => {}
  const pressedTwice = new Promise<void>((resolve) => (lookedUp = resolve))
  first.page.on('request', (request) => void (request.url().endsWith('/rpc/add_contact') && added.push(request.url())))
  await first.page.route('**/rest/v1/rpc/*known*', async (route) => {
    await pressedTwice
    await route.continue()
  })
  await first.page.getByRole('dialog').getByRole('button', { name: 'הוספה' }).dblclick()
  lookedUp()
  await expect(first.page.getByRole('heading', { level: 1, name: 'שקד הדגמה' })).toBeVisible()
  expect(added).toHaveLength(1)
  await signIn(second.page, 'admin', new URL(first.page.url()).pathname)

  for (const { page } of [first, second]) await openDialog(page)
  await rename(first.page, 'אלמוג')
  await expect(first.page.getByRole('heading', { level: 1, name: 'שקד אלמוג' })).toBeVisible()

  await rename(second.page, 'תבור')
  const notice = second.page.getByRole('dialog').getByRole('alert')
  await expect(notice).toContainText('מיכל לדוגמה: שינוי שנשמר בזמן שערכתם')
  await expect(notice).toContainText('אלמוג')
  await expect(lastName(second.page)).toHaveValue('תבור')
  await expect(first.page.getByRole('heading', { level: 1, name: 'שקד אלמוג' })).toBeVisible()

  // After seeing the conflict, the user decides.
  await second.page.getByRole('dialog').getByRole('button', { name: 'שמירת השינויים' }).click()
  for (const { page, quiet, context } of [first, second]) {
    await expect(page.getByRole('heading', { level: 1, name: 'שקד תבור' })).toBeVisible()
    quiet()
    await context.close()
  }
})

const lastName = (page: Page) => page.getByRole('dialog').getByLabel('שם משפחה')

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'עריכה', exact: true }).first().click()
  await expect(lastName(page)).toHaveValue('הדגמה')
}

async function rename(page: Page, name: string) {
  await lastName(page).fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'שמירת השינויים' }).click()
}
