import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { invoke } from '#client/invoke.ts'
import { makeClient } from '../../../../test/browser/make-client.ts'
import { openScreen } from '../../../../test/browser/render.tsx'

test('copying the previous month shows that it has no lines, or how many were copied', async () => {
  const { account } = await makeClient()
  const { connection } = await openScreen('/client-portal/finances?month=2026-11', account)
  const copy = page.getByRole('button', { name: /^העתקה מ/ })
  await copy.click()
  await expect.element(page.getByText('אין שורות נוספות להעתקה מאוקטובר 2026')).toBeVisible()
  const content = { kind: 'variable', category: 'דלק', planned: 10_000, actual: 0, spread: null, note: '' }
  const item = { kind: 'line', month: '2026-10', content }
  await invoke(connection.backend, 'save-budget-item', { id: crypto.randomUUID(), version: 0, isPrivate: false, item })
  await copy.click()
  await expect.element(page.getByText('הועתקה שורה אחת מאוקטובר 2026')).toBeVisible()
})
