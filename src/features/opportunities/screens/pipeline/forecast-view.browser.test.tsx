import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openScreen } from '../../../../../test/browser/render.tsx'
import { addMarkedOpportunities } from '../../add-opportunity.fixture.ts'

const line = (name: string) =>
  page
    .getByRole('region', { name: 'צפי לפי חודש', exact: true })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) })
const cells = (name: string) =>
  line(name)
    .getByRole('cell')
    .elements()
    .map((cell) => cell.textContent.replaceAll(/[^\d,.]/g, ''))

test('the forecast totals months, past dates and missing dates separately, and a row links to its opportunities', async () => {
  const { mark } = await addMarkedOpportunities({
    אלון: { amount_agorot: 100_000, expected_close_on: '2031-02-10' },
    ברוש: { amount_agorot: 300_000, expected_close_on: '2031-02-20' },
    גפן: { amount_agorot: 50_000, expected_close_on: '2026-01-10' },
    דקל: { amount_agorot: 20_000 },
  })
  const { router } = await openScreen(`/crm/pipeline?show=forecast&q=${encodeURIComponent(mark)}`, 'owner')
  await expect.element(line('פברואר 2031')).toBeVisible()
  expect(cells('פברואר 2031').slice(0, 2)).toEqual(['2', '4,000'])
  expect(cells('המועד כבר עבר').slice(0, 2)).toEqual(['1', '500'])
  expect(cells('בלי מועד').slice(0, 2)).toEqual(['1', '200'])
  expect(cells('סך הכול').slice(0, 2)).toEqual(['4', '4,700'])
  await page.getByRole('link', { name: 'פברואר 2031' }).click()
  await expect.element(page.getByRole('link', { name: `ברוש ${mark}` })).toBeVisible()
  const params = new URLSearchParams(router.state.location.search)
  expect([params.get('show'), params.get('closes'), params.get('status'), params.get('q')]).toEqual([
    'table',
    '2031-02',
    'open',
    mark,
  ])
  await expect.element(page.getByRole('link', { name: `גפן ${mark}` })).not.toBeInTheDocument()
})

test('a filter without open opportunities shows the empty state of the forecast', async () => {
  await openScreen('/crm/pipeline?show=forecast&q=אאאבבבגגג', 'owner')
  await expect.element(page.getByText('אין הזדמנויות פתוחות לתחזית')).toBeVisible()
  await expect.element(page.getByRole('table')).not.toBeInTheDocument()
})
