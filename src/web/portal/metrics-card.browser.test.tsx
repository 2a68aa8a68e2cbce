import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { dayOf } from '#lib/time/dates.ts'
import { makeClient } from '../../../test/browser/make-client.ts'
import { unique } from '../../../test/browser/make-contact.ts'
import { holdNextRequest, loseRequests } from '../../../test/browser/network.ts'
import { backendAs, openScreen } from '../../../test/browser/render.tsx'

test('the correction of a reported number moves the focus to its field, and back to its button without a change', async () => {
  const { account, contactId } = await makeClient()
  const name = unique('ימים בלי אשראי')
  await backendAs('owner')
    .from('metrics')
    .insert({
      contact_id: contactId,
      name,
      unit: 'count',
      every: 'month',
      starts_on: dayOf(new Date()),
      shared_with: 'client',
    })
    .throwOnError()
  await openScreen('/client-portal/tasks', account)
  const card = page.getByRole('region', { name: 'מספרים לעדכון' })
  const field = card.getByRole('textbox')
  await field.fill('5')
  await card.getByRole('button', { name: 'שליחה' }).click()
  const upToDate = card.getByText('הכול מעודכן, תודה.')
  await expect.element(upToDate).toBeVisible()
  await card.getByText('מה דיווחתם').click()
  const correct = card.getByRole('button', { name: new RegExp(`^תיקון ${name}`) })
  await correct.click()
  await expect.element(field).toHaveFocus()
  await card.getByRole('button', { name: `חזרה בלי לתקן את ${name}` }).click()
  await expect.element(upToDate).toBeVisible()
  await expect.element(correct).toHaveFocus()
})

test('offline, metrics that were not loaded are announced, and metrics whose refetch failed are marked as old', async () => {
  const { account, contactId } = await makeClient()
  const name = unique('ימים בלי אשראי')
  await backendAs('owner')
    .from('metrics')
    .insert({
      contact_id: contactId,
      name,
      unit: 'count',
      every: 'month',
      starts_on: dayOf(new Date()),
      shared_with: 'client',
    })
    .throwOnError()
  const metrics = holdNextRequest('/functions/v1/read-my-metrics')
  const { connection } = await openScreen('/client-portal/tasks', account)
  await metrics.sent
  await expect.poll(() => connection.queries.isFetching()).toBe(1)
  const health = loseRequests('/health')
  await connection.network.retry()
  const card = page.getByRole('region', { name: 'מספרים לעדכון' })
  await expect.element(card).toMatchTextContent(/נציג אותם כשהתקשורת תחזור/)
  health.restore()
  metrics.release()
  await expect.element(card.getByRole('heading', { name })).toBeVisible()
  const later = loseRequests('/functions/v1/read-my-metrics')
  await connection.queries.invalidateQueries({ queryKey: ['metrics', 'mine'] })
  await expect.element(card.getByRole('alert')).toMatchTextContent(/מוצג מה שנטען לפני כן/)
  later.restore()
  await card.getByRole('button', { name: 'ניסיון נוסף' }).click()
  await expect.element(card.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(card.getByRole('heading', { name })).toBeVisible()
})
