import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accountOf, openScreen } from '../../../test/browser/render.tsx'

const email = page.getByLabelText('דוא״ל')
const password = page.getByLabelText('סיסמה', { exact: true })

test('a visitor who opens a screen is redirected back to it after sign-in', async () => {
  const { router } = await openScreen('/crm/tasks?status=open')
  await expect.element(email).toBeVisible()
  expect(location.pathname).toBe('/auth')
  const account = accountOf('sales')
  await email.fill(account.email)
  await password.fill(account.password)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => router.state.location.pathname + router.state.location.search).toBe('/crm/tasks?status=open')
  await expect.element(page.getByRole('heading', { name: 'משימות', level: 1 })).toBeVisible()
})

test('a signed-in user who opens the sign-in page is redirected to the first screen', async () => {
  await openScreen('/auth', 'owner')
  await expect.poll(() => location.pathname).toBe('/crm')
})

test('a role without access to contacts cannot open the contact list', async () => {
  await openScreen('/crm/contacts', 'content')
  await expect.element(page.getByRole('heading', { name: 'אין גישה למסך הזה' })).toBeVisible()
})
