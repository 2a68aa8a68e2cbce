import { expect, test } from '@playwright/test'
import { expectAccessible, signIn } from './browser-helpers.ts'

test('a crashed screen leaves the navigation usable, shows an error reference, and can be retried three times', async ({
  page,
}) => {
  await signIn(page, 'owner')
  const reports: { reference: string; category: string; path: string }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/browser-errors')) reports.push(JSON.parse(request.postData()!) as (typeof reports)[0])
  })
  // A malformed response: the screen cannot render it.
  await page.route('**/rest/v1/rpc/list_contacts?**', (route) =>
    route.fulfill({ json: [{ id: 7, full_name: { not: 'text' } }] }),
  )
  await page.getByRole('link', { name: 'אנשי קשר' }).first().click()
  const box = page.getByRole('alert').filter({ hasText: 'שגיאה ברכיב' })
  await expect(box).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link', { name: 'היום' }).first()).toBeVisible()
  await expectAccessible(page)
  const reference = await box.getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/).textContent()
  expect(reports.map((report) => report.reference)).toContain(reference)
  expect(reports[0]).toMatchObject({ category: 'unknown', path: '/crm/contacts' })

  const retry = box.getByRole('button', { name: 'ניסיון נוסף' })
  await expect(box.getByText('שגיאה חוזרת')).toBeHidden()
  await retry.click()
  await expect(box.getByText('שגיאה חוזרת')).toBeHidden()
  await retry.click()
  await expect(box.getByText('שגיאה חוזרת')).toBeVisible()
  await retry.click()
  await expect(retry).toBeEnabled()
  await retry.click()
  await expect(retry).toBeDisabled()

  await page.unroute('**/rest/v1/rpc/list_contacts?**')
  await page.getByRole('link', { name: 'היום' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(box).toBeHidden()
})

test('an error on a public page is reported to the server by a lazily loaded reporter, and a burst of errors as four reports', async ({
  page,
}) => {
  const reports: { category: string; path: string; message: string }[] = []
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/browser-errors')) reports.push(JSON.parse(request.postData()!) as (typeof reports)[0])
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto('/contact?from=noa@example.com')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(scripts.filter((address) => address.includes('page-errors'))).toEqual([])
  await page.evaluate(() => {
    void Promise.reject(new Error('nobody awaited this of noa@example.com'))
  })
  await expect.poll(() => reports.length).toBe(1)
  expect(reports[0]).toMatchObject({ category: 'unknown', path: '/contact', message: 'nobody awaited this of [email]' })
  await page.evaluate(() => {
    for (let i = 0; i < 10_000; i++) dispatchEvent(new ErrorEvent('error', { error: new Error(`storm ${i}`) }))
  })
  await page.getByLabel(/^שם/).first().fill('נועה')
  await expect.poll(() => reports.length).toBeGreaterThan(3)
  expect(reports.length).toBeLessThanOrEqual(5)
})
