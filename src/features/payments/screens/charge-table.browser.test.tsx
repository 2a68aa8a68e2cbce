import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../../../test/browser/render.tsx'
import { computeBalance } from '../balance.ts'
import type { ShownCharge } from '../payments.data.ts'
import { ChargeTable } from './charge-table.tsx'

const monthOf = (title: string, number: number, renewsEvery: string | null): ShownCharge => ({
  id: crypto.randomUUID(),
  contact_id: 'contact',
  plan_id: title,
  payment_plans: { renews_every: renewsEvery },
  number,
  title,
  amount_agorot: 50_000,
  vat_percent: null,
  due_on: `2026-0${number}-10`,
  created_at: '2026-01-10T10:00:00Z',
  void_reason: null,
  voided_at: null,
})

test("a charge shows its number and the plan's total, or only its number if the plan has no end date", async () => {
  const charges = [
    monthOf('ליווי', 1, null),
    monthOf('ליווי', 2, null),
    monthOf('מועדון', 1, 'month'),
    monthOf('מועדון', 2, 'month'),
  ]
  const balance = computeBalance(charges, [], '2026-02-01')
  const act = () => {}
  await renderApp(<ChargeTable contactId="contact" balance={balance} mayWrite={false} onPay={act} onLink={act} />, {
    as: 'owner',
  })
  const rows = (title: string) => page.getByRole('row').filter({ hasText: title })
  await expect.element(rows('ליווי').nth(1).getByText('תשלום 2 מתוך 2', { exact: true })).toBeVisible()
  await expect.element(rows('מועדון').nth(1).getByText('תשלום 2', { exact: true })).toBeVisible()
})
