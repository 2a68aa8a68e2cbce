import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { JoinState } from './join-form.ts'
import { head, View } from './join-page.tsx'

const open = (known: Partial<Extract<JoinState, { is: 'open' }>> = {}): JoinState => ({
  is: 'open',
  key: 'k',
  invitation: { email: 'noa@example.com', role: 'coach', inviter: 'מיכל', has_account: false },
  passwordMinLength: 10,
  fullName: '',
  errors: {},
  ...known,
})
const password = page.getByLabelText(/^סיסמה/)

test('a refused form has the error in its title, keeps the name, and links each error to its field', async () => {
  const state = open({ fullName: 'נועה', errors: { password: 'קצרה מדי' } })
  await render(<View request={{ form: state }} />)
  await expect.element(page.getByRole('textbox', { name: 'שם מלא' })).toHaveValue('נועה')
  await expect.element(password).toHaveAccessibleDescription(/הסיסמה לא נשמרה בטופס/)
  await expect.element(page.getByRole('link', { name: /קצרה מדי|סיסמה/ })).toHaveAttribute('href', '#join-password')
  expect(head({ request: { form: state } }).title).toMatch(/ – הצטרפות לצוות$/)
})

test('an address with an account joins without a new password', async () => {
  const { invitation } = open() as Extract<JoinState, { is: 'open' }>
  await render(<View request={{ form: open({ invitation: { ...invitation, has_account: true, inviter: null } }) }} />)
  await expect.element(page.getByText(/לכתובת שלכם כבר יש חשבון/)).toBeVisible()
  await expect.element(password).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'הצטרפות לצוות' })).toBeVisible()
})

test('an accepted invitation links to sign-in, and a revoked one refers to the inviter', async () => {
  const screen = await render(<View request={{ form: { is: 'accepted' } }} />)
  await expect.element(page.getByRole('link', { name: 'כניסה' })).toHaveAttribute('href', '/auth')
  await screen.rerender(<View request={{ form: { is: 'revoked' } }} />)
  await expect.element(page.getByRole('heading', { name: 'ההזמנה בוטלה' })).toBeVisible()
  await expect.element(page.getByRole('link')).not.toBeInTheDocument()
})
