import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../../test/browser/render.tsx'
import type { ExistingContact } from './duplicates.data.ts'
import { MIN_SCORE } from './duplicates.ts'
import { ExistingContacts } from './existing-contacts.tsx'

const known = (more: Partial<ExistingContact> = {}): ExistingContact => ({
  id: crypto.randomUUID(),
  full_name: 'דנה לוי',
  score: MIN_SCORE,
  reasons: ['phone'],
  looks_like: 'duplicate',
  ...more,
})

test('a likely duplicate is shown with the reason, and can be selected instead', async () => {
  const contact = known({ reasons: ['phone', 'name'] })
  const selected: string[] = []
  await renderApp(<ExistingContacts people={[contact]} onLeave={() => {}} onChoose={({ id }) => selected.push(id)} />)
  const alert = page.getByRole('alert')
  await expect.element(alert).toMatchTextContent(/אולי כבר רשומים אצלנו:.*אותו טלפון, אותו שם.*אפשר להוסיף בכל זאת/)
  await page.getByRole('button', { name: 'בחירה: דנה לוי' }).click()
  expect(selected).toEqual([contact.id])
})

test('a namesake is shown without an action, and contacts of one family can be linked as a household', async () => {
  const screen = await renderApp(<ExistingContacts people={[known({ score: MIN_SCORE - 1 })]} onLeave={() => {}} />)
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^יש אצלנו/)
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
  await screen.unmount()
  await renderApp(<ExistingContacts people={[known({ looks_like: 'household' })]} onLeave={() => {}} />)
  await expect.element(page.getByRole('alert')).toMatchTextContent(/לקשר אותם כמשק בית/)
})

test('navigating to an existing contact calls onLeave before the page changes', async () => {
  let leaveCount = 0
  const contact = known()
  const { router } = await renderApp(<ExistingContacts people={[contact]} onLeave={() => (leaveCount += 1)} />)
  await page.getByRole('link', { name: 'דנה לוי' }).click()
  expect(leaveCount).toBe(1)
  await expect.poll(() => router.state.location.pathname).toBe(`/crm/contacts/${contact.id}`)
})
