import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../../../test/browser/render.tsx'
import { dayOf, formatDate } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import type { ShownOrder } from '../order-list.data.ts'
import { RefundCalculator } from './refund-calculator.tsx'

const today = dayOf(new Date())
const order = { paid_at: `${addDays(today, -40)}T09:00:00Z`, created_at: `${addDays(today, -40)}T09:00:00Z`, amount_agorot: 774_000 } as ShownOrder // prettier-ignore

test('a continuous transaction shows its end date, and a later disclosure restarts the fourteen days', async () => {
  await renderApp(<RefundCalculator order={order} leftAgorot={774_000} onTake={() => {}} />, {
    as: 'owner',
    path: '/crm/payments',
  })
  const result = page.getByRole('status')
  await expect.element(result).toMatchTextContent(/אין חובת החזר/)
  await page.getByLabelText('מה נקנה').selectOptions('ליווי מתמשך')
  await expect.element(result).toMatchTextContent(/עסקה מתמשכת, שמסתיימת עד \d/)
  await page.getByLabelText(/^מסמך הגילוי התקבל/).fill(formatDate(today))
  await expect.element(result).toMatchTextContent(/בתוך 14 ימים, עד \d/)
})
