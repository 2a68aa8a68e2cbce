import '#web/site/frame/site.css'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { violationsOf } from '../../../../test/browser/violations.ts'
import { PasswordForm } from './password-form.tsx'

test('the password page shows the error at the field and has no axe violations', async () => {
  await render(
    <main className="flow-page form-page">
      <PasswordForm
        formId="hekerut"
        token=""
        query="embed=1"
        isFramed
        state={{ errors: { password: 'זו לא הסיסמה של הטופס. כדאי לבדוק אותה ולנסות שוב' } }}
      />
    </main>,
  )
  const field = page.getByLabelText(/^הסיסמה/)
  await expect.element(field).toHaveAccessibleDescription(/זו לא הסיסמה של הטופס/)
  await expect.element(field).toHaveAttribute('type', 'password')
  await expect.element(page.getByRole('link', { name: 'לפתיחה בחלון נפרד' })).toHaveAttribute('href', '/form/hekerut')
  expect(await violationsOf()).toEqual([])
})
