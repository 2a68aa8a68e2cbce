import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addContact } from '../../../test/browser/add-contact.ts'
import { loseRequests } from '../../../test/browser/network.ts'
import { renderApp } from '../../../test/browser/render.tsx'
import { BalanceCard } from './balance-card.tsx'
import { HouseholdBalance } from './household-balance.tsx'
import { addDebtor, backend } from './screens/ledger.fixture.ts'
import { HouseholdBalances } from './screens/household-balances.tsx'

const payment = (contact_id: string, amount_agorot: number) =>
  backend
    .from('payments')
    .insert({ contact_id, kind: 'payment', amount_agorot, method: 'transfer', paid_on: '2026-01-07' })
    .throwOnError()
const block = () => page.getByText(/מתוך/).first()

test('the card shows the paid amount, the overdue amount and the next charge', async () => {
  const { id } = await addDebtor(
    { title: 'ראשון', amount_agorot: 30_000, due_on: '2026-01-05' },
    { title: 'שני', amount_agorot: 50_000, due_on: '2030-01-06' },
  )
  await payment(id, 10_000)
  await renderApp(<BalanceCard contactId={id} />, { as: 'owner' })
  await expect.element(block()).toMatchTextContent(/800/)
  await expect.element(page.getByText(/^באיחור: .*200/)).toBeVisible()
  await expect.element(page.getByText(/^החיוב הבא: .*200/)).toBeVisible()
  const bar = page.getByRole('progressbar', { name: 'כמה שולם' }).element() as HTMLProgressElement
  expect([bar.value, bar.max]).toEqual([10_000, 80_000])
  await expect.element(page.getByRole('link', { name: 'לכל התשלומים' })).toHaveAttribute('href', `/crm/payment/${id}`)
})

test('a contact who overpaid has a credit, and an empty ledger shows a button to record a payment', async () => {
  const { id } = await addDebtor({ title: 'ראשון', amount_agorot: 30_000, due_on: '2026-01-05' })
  await payment(id, 45_000)
  const screen = await renderApp(<BalanceCard contactId={id} />, { as: 'owner' })
  await expect.element(page.getByText(/^יתרת זכות: .*150/)).toBeVisible()
  await expect.element(page.getByText(/באיחור/)).not.toBeInTheDocument()
  await screen.unmount()
  const empty = await addContact()
  await renderApp(<BalanceCard contactId={empty.id} />, { as: 'owner' })
  await expect.element(page.getByText('עוד אין חיובים או תשלומים.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'רישום' })).toHaveAttribute('href', `/crm/payment/${empty.id}`)
})

test('the household balance is the sum of its members, and names who owes', async () => {
  const first = await addDebtor({ title: 'ראשון', amount_agorot: 30_000, due_on: '2026-01-05' })
  const second = await addDebtor({ title: 'שני', amount_agorot: 20_000, due_on: '2026-01-05' })
  await payment(second.id, 20_000)
  await renderApp(
    <>
      <HouseholdBalance members={[first, second]} />
      <HouseholdBalances
        household={{ name: 'הבית', members: [first, second].map((member) => ({ ...member, deleted_at: null })) }}
        self={first.id}
        today="2026-02-01"
      />
    </>,
    { as: 'owner' },
  )
  await expect.element(block()).toMatchTextContent(/500/)
  const owing = page.getByRole('listitem').filter({ hasText: /נותרו/ })
  await expect.element(owing).toMatchTextContent(first.full_name)
  expect(owing.elements()).toHaveLength(1)
  const together = page.getByRole('region', { name: 'הבית' })
  await expect.element(together.getByRole('listitem').last()).toMatchTextContent(/יחד.*300/)
  await expect
    .element(together.getByRole('link', { name: second.full_name }))
    .toHaveAttribute('href', `/crm/payment/${second.id}`)
  await expect.element(together.getByRole('link', { name: first.full_name })).not.toBeInTheDocument()
})

test.each([
  ['a contact', (id: string) => <BalanceCard contactId={id} />],
  ['a household', (id: string) => <HouseholdBalance members={[{ id, full_name: 'נועה' }]} />],
])('the balance of %s that failed to load shows the error and a retry', async (_whose, card) => {
  const { id } = await addDebtor({ title: 'ראשון', amount_agorot: 30_000, due_on: '2026-01-05' })
  const network = loseRequests('/rest/v1/charges')
  await renderApp(card(id), { as: 'owner' })
  const again = page.getByRole('button', { name: 'ניסיון נוסף' })
  await expect.element(again).toBeVisible()
  network.restore()
  await again.click()
  await expect.element(block()).toMatchTextContent(/300/)
})
