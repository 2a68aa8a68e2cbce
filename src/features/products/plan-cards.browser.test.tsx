import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { offerWith } from './offer.fixture.ts'
import type { Offer } from './products.ts'
import { PlanCards } from './plan-cards.tsx'
import { PlanComparison } from './plan-comparison.tsx'

const button = (label: string) => page.getByRole('link', { name: label })
const mainCard = () => document.querySelector('.plan--main')?.textContent

test("a plan's button links to a call, to its page or to its waitlist, depending on its state", async () => {
  await render(
    <PlanCards
      call="/contact"
      offers={[
        offerWith({ name: 'ליווי', slug: 'coaching', call_way: 'talk', call_words: 'לשיחה' }),
        offerWith({ name: 'קורס', slug: 'course', seats_left: 1 }),
        offerWith({ name: 'סדנה', slug: 'workshop', is_open: false, has_waitlist: true }),
        offerWith({ name: 'חוג', slug: 'club', is_open: false, has_waitlist: false, price: null }),
      ]}
    />,
  )
  await expect.element(button('לשיחה: ליווי')).toHaveAttribute('href', '/contact')
  await expect.element(button('להרשמה: קורס')).toHaveAttribute('href', '/course')
  await expect.element(page.getByText('נותר מקום אחד')).toBeVisible()
  await expect.element(button('לרשימת ההמתנה: סדנה')).toHaveAttribute('href', '/workshop')
  await expect.element(button('לפרטים: חוג')).toHaveAttribute('href', '/club')
  await expect.element(page.getByText('ההרשמה סגורה כרגע')).toBeVisible()
  expect(mainCard()).toBeUndefined()
})

test('the most chosen plan is highlighted, otherwise the middle one of three', async () => {
  const [a, b, c] = ['בסיס', 'אמצע', 'מלא'].map((name) => offerWith({ name })) as [Offer, Offer, Offer]
  const screen = await render(<PlanCards call="/contact" offers={[a, b, c]} />)
  expect(mainCard()).toContain('אמצע')
  await screen.rerender(<PlanCards call="/contact" offers={[a, b, { ...c, is_most_chosen: true }]} />)
  expect(mainCard()).toContain('מלא')
  await expect.element(page.getByText('הבחירה הנפוצה')).toBeVisible()
  await screen.rerender(<PlanCards call="/contact" offers={[a, b]} />)
  expect(mainCard()).toBeUndefined()
})

test('the comparison table lists the facts of all plans, and a missing value is announced as not included', async () => {
  const screen = await render(
    <PlanComparison
      titleId="t"
      offers={[
        offerWith({ name: 'בסיס', facts: [{ label: 'פגישות', value: '4' }] }),
        offerWith({
          name: 'מלא',
          facts: [
            { label: 'פגישות', value: '12' },
            { label: 'זמינות', value: '✓' },
          ],
        }),
      ]}
    />,
  )
  const cells = (label: string) =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: label }) })
      .getByRole('cell')
      .elements()
      .map((cell) => cell.textContent)
  expect(cells('פגישות')).toEqual(['4', '12'])
  expect(cells('זמינות')).toEqual(['–לא כלול', 'כלול'])
  await screen.rerender(<PlanComparison titleId="t" offers={[offerWith()]} />)
  await expect.element(page.getByRole('table')).not.toBeInTheDocument()
})

test('on a phone each compared plan is a collapsible card, and nothing is wider than the screen', async () => {
  const before = [innerWidth, innerHeight] as const
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(...before))
  const names = ['סדר בתשעים דקות', 'בית מאוזן', 'ליווי משפחתי']
  const facts = (value: string) => [{ label: 'פגישות', value }]
  const offers = names.map((name, at) => offerWith({ name, facts: facts(`${at + 1} פגישות אישיות`) }))
  await render(<PlanComparison offers={offers} titleId="title" />)
  for (const name of names) await expect.element(page.getByText(name, { exact: true }).first()).toBeVisible()
  await expect.element(page.getByRole('table')).not.toBeInTheDocument()
  await page.getByText('ליווי משפחתי', { exact: true }).first().click()
  await expect.element(page.getByText('3 פגישות אישיות').first()).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
