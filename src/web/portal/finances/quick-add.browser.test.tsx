import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Budget } from '#features/budget/budget.ts'
import { monthOf } from '#features/budget/months.ts'
import { dayOf } from '#lib/time/dates.ts'
import { makeClient } from '../../../../test/browser/make-client.ts'
import { unique } from '../../../../test/browser/make-contact.ts'
import { loseNextResponse } from '../../../../test/browser/network.ts'
import { openScreen, renderApp } from '../../../../test/browser/render.tsx'
import { QuickAdd } from './quick-add.tsx'

test('an entry whose response was lost is added once when it is sent again, and a further equal entry is added', async () => {
  const { account } = await makeClient()
  const description = unique('ירקות')
  await openScreen('/client-portal/finances', account)
  const quick = page.getByRole('region', { name: 'רישום מהיר' })
  const amount = quick.getByLabelText('סכום בשקלים')
  const category = quick.getByRole('button', { name: 'מזון וסופר' })
  const entries = page.getByRole('button', { name: new RegExp(`^מחיקת התנועה ${description}`) })
  const fill = async () => {
    await amount.fill('42')
    await quick.getByLabelText(/^על מה/).fill(description)
  }
  await fill()
  loseNextResponse('/functions/v1/save-budget-item')
  await category.click()
  const failed = quick.getByText('אין חיבור לשרת. נסו שוב')
  await expect.element(failed).toBeVisible()
  await category.click()
  await expect.element(amount).toHaveValue('')
  await expect.element(failed).not.toBeInTheDocument()
  await expect.poll(() => entries.elements()).toHaveLength(1)
  await fill()
  await category.click()
  await expect.element(amount).toHaveValue('')
  await expect.poll(() => entries.elements()).toHaveLength(2)
})

test('while another month is shown, the day of a new entry is shown beside its fields', async () => {
  const budgetOf = (month: string): Budget => ({
    month,
    items: [],
    history: [],
    unreadable: 0,
    householdId: null,
    partners: [],
    sharing: { isShared: false, mine: false, waitingFor: [], reads: [] },
  })
  const card = page.getByRole('region', { name: 'רישום מהיר' })
  const current = monthOf(dayOf(new Date()))
  const now = await renderApp(<QuickAdd month={current} budget={budgetOf(current)} />)
  await expect.element(card.getByRole('button', { name: 'מזון וסופר' })).toBeVisible()
  expect(card.getByText(/ייכנס לתאריך/).elements()).toEqual([])
  await now.unmount()
  await renderApp(<QuickAdd month="2020-03" budget={budgetOf('2020-03')} />)
  await expect.element(card.getByText('הרישום ייכנס לתאריך 1 במרץ 2020.')).toBeVisible()
})
