import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { invoke } from '#client/invoke.ts'
import { makeClient } from '../../../../test/browser/make-client.ts'
import { loseNextResponse } from '../../../../test/browser/network.ts'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'
import { openScreen } from '../../../../test/browser/render.tsx'
import { undoLast } from '../../../../test/browser/undo-last.ts'

const debt = { name: 'הלוואה', kind: 'loan', balance: 1_000_000, yearlyRate: 700, minPayment: 50_000 }
const save = dialog.getByRole('button', { name: 'שמירה' })

test('of two first payoff plans the second is compared with the saved one, and can then be saved', async () => {
  const { account } = await makeClient()
  const { connection, router } = await openScreen('/client-portal', account)
  const saveElsewhere = (item: object) =>
    invoke(connection.backend, 'save-budget-item', { id: crypto.randomUUID(), version: 0, isPrivate: false, item })
  await saveElsewhere({ kind: 'debt', content: debt })
  await router.navigate('/client-portal/finances')
  await page.getByRole('button', { name: /^תוספת בחודש/ }).click()
  await saveElsewhere({ kind: 'plan', content: { method: 'snowball', extra: 10_000 } })
  await dialog.getByLabelText(/^תוספת בחודש/).fill('250')
  await save.click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/נשמרה בינתיים/)
  await save.click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: /^תוספת בחודש.*250/ })).toBeVisible()
})

test('a new item that was changed after a lost response is compared with the saved one, and is stored once', async () => {
  const { account } = await makeClient()
  await openScreen('/client-portal/finances', account)
  await page.getByRole('button', { name: 'הוספת חוב' }).click()
  await dialog.getByRole('textbox', { name: 'שם' }).fill('הלוואה')
  await dialog.getByLabelText(/^כמה נשאר לשלם/).fill('10000')
  await dialog.getByLabelText(/^תשלום קבוע בחודש/).fill('500')
  loseNextResponse('/functions/v1/save-budget-item')
  await save.click()
  await expect.element(dialog.getByText('אין חיבור לשרת. נסו שוב')).toBeVisible()
  await dialog.getByLabelText(/^כמה נשאר לשלם/).fill('9000')
  await save.click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/נשמרה בינתיים/)
  await save.click()
  await expect.element(dialog).not.toBeInTheDocument()
  const debts = page.getByRole('region', { name: 'חובות' }).getByRole('button', { name: /^הלוואה/ })
  await expect.element(debts.filter({ hasText: '9,000' })).toBeVisible()
  expect(debts.elements()).toHaveLength(1)
})

test('a deleted debt is removed from the list, the focus moves to the heading, and the undo restores the debt', async () => {
  const { account } = await makeClient()
  const { connection, router } = await openScreen('/client-portal', account)
  const item = { kind: 'debt', content: debt }
  await invoke(connection.backend, 'save-budget-item', { id: crypto.randomUUID(), version: 0, isPrivate: false, item })
  await router.navigate('/client-portal/finances')
  const row = page.getByRole('region', { name: 'חובות' }).getByRole('button', { name: /^הלוואה/ })
  await row.click()
  await dialog.getByRole('button', { name: 'מחיקה' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('אין כאן חובות.', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'חובות', exact: true })).toHaveFocus()
  await undoLast()
  await expect.element(row).toMatchTextContent(/10,000/)
})
