import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { loseNextRequest } from '../../../test/browser/network.ts'
import { backendAsService, openScreen } from '../../../test/browser/render.tsx'

const days = (n: number) => page.getByRole('radio', { name: `${n} ימים` })

test('the period is in the URL, and an unknown one is thirty days', async () => {
  const { router } = await openScreen('/crm/analytics?days=31', 'content')
  await expect.element(days(30)).toBeChecked()
  await days(7).click()
  await expect.element(days(7)).toBeChecked()
  expect(router.state.location.search).toBe('?days=7')
  await router.navigate('/crm/analytics?days=90')
  await expect.element(days(90)).toBeChecked()
})

test('a report that could not be read is asked for again', async () => {
  loseNextRequest('view_report')
  await openScreen('/crm/analytics', 'content')
  await expect.element(page.getByRole('alert')).toMatchTextContent('לא הצלחנו לטעון את העמוד')
  await page.getByRole('button', { name: 'ניסיון נוסף' }).click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(days(30)).toBeChecked()
})

test('sales staff are shown who may open the views of the site', async () => {
  await openScreen('/crm/analytics', 'sales')
  await expect.element(page.getByText('המסך הזה אינו פתוח לכם')).toBeVisible()
})

test('every kind of device that was counted has a row', async () => {
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
