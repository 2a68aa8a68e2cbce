import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { loseNextRequest } from '../../../test/browser/network.ts'
import { backendAs, backendAsService, openScreen } from '../../../test/browser/render.tsx'
import { unique } from '../../../test/browser/unique.ts'

const days = (n: number) => page.getByRole('radio', { name: `${n} ימים` })

test('the period is in the URL, and an unknown one defaults to thirty days', async () => {
  const { router } = await openScreen('/crm/analytics?days=31', 'content')
  await expect.element(days(30)).toBeChecked()
  await days(7).click()
  await expect.element(days(7)).toBeChecked()
  expect(router.state.location.search).toBe('?days=7')
  await router.navigate('/crm/analytics?days=90')
  await expect.element(days(90)).toBeChecked()
})

test('a report that failed to load can be retried', async () => {
  loseNextRequest('view_report')
  await openScreen('/crm/analytics', 'content')
  await expect.element(page.getByRole('alert')).toMatchTextContent('לא הצלחנו לטעון את העמוד')
  await page.getByRole('button', { name: 'ניסיון נוסף' }).click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(days(30)).toBeChecked()
})

test('sales staff see which roles may open the page views', async () => {
  await openScreen('/crm/analytics', 'sales')
  await expect.element(page.getByText('המסך הזה אינו פתוח לכם')).toBeVisible()
})

test("a campaign id is shown as the campaign's name, and any other label unchanged", async () => {
  const name = unique('קמפיין חורף')
  const { data: campaign } = await backendAs('owner')
    .from('campaigns')
    .insert({ name })
    .select('id')
    .single()
    .throwOnError()
  const foreign = crypto.randomUUID()
  const at = new Date().toISOString()
  const seen = { at, path: '/', device: 'phone', utm_source: 'newsletter' } as const
  await backendAsService()
    .from('page_views')
    .insert([campaign.id, foreign].flatMap((label) => [1, 2, 3].map(() => ({ ...seen, utm_campaign: label }))))
    .throwOnError()
  await openScreen('/crm/analytics', 'content')
  const table = page.getByRole('region', { name: 'קמפיינים' })
  await expect.element(table.getByRole('cell', { name: `newsletter / ${name}` })).toBeVisible()
  await expect.element(table.getByRole('cell', { name: `newsletter / ${foreign}` })).toBeVisible()
  await expect.element(table.getByRole('cell', { name: campaign.id })).not.toBeInTheDocument()
})

test('every counted type of device has a row', async () => {
  const at = new Date().toISOString()
  await backendAsService()
    .from('page_views')
    .insert((['phone', 'tablet', 'computer'] as const).map((device) => ({ at, path: '/', device })))
    .throwOnError()
  await openScreen('/crm/analytics', 'content')
  const table = page.getByRole('region', { name: 'מכשירים' })
  for (const device of ['טלפון', 'טאבלט', 'מחשב'])
    await expect.element(table.getByRole('cell', { name: device })).toBeVisible()
})
