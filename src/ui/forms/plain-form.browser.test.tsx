import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { TextField } from './field.tsx'
import { fieldId, PlainForm } from './plain-form.tsx'

type Errors = { errors?: Record<string, string>; problem?: string }

const Form = ({ errors = {}, problem }: Errors) => (
  <PlainForm
    id="ask"
    action="/ask"
    state={{ errors, ...(problem && { problem }) }}
    labels={{ name: 'שם', email: 'דוא״ל' }}
  >
    <TextField id={fieldId('ask', 'name')} name="name" label="שם" error={errors['name']} />
    <TextField id={fieldId('ask', 'email')} name="email" label="דוא״ל" error={errors['email']} />
    <button type="submit">שליחה</button>
  </PlainForm>
)
const alert = page.getByRole('alert')

test('the honeypot field is not in the tab order and not in the accessibility tree', async () => {
  await render(<Form />)
  expect(
    page
      .getByRole('textbox')
      .elements()
      .map((field) => (field as HTMLInputElement).name),
  ).toEqual(['name', 'email'])
  await page.getByLabelText('דוא״ל').click()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('button', { name: 'שליחה' })).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  expect(document.activeElement?.getAttribute('name')).not.toBe('company_site')
})

test('the error summary of a rejected form lists its errors in field order, with a link to each field', async () => {
  await render(<Form errors={{ email: 'אינה תקינה', name: 'שדה חובה' }} />)
  await expect.element(alert).toMatchTextContent(/^יש שני שדות לתיקון/)
  const links = alert.getByRole('link')
  expect(links.elements().map((link) => link.textContent)).toEqual(['שם: שדה חובה', 'דוא״ל: אינה תקינה'])
  await links.nth(1).click()
  await expect.element(page.getByLabelText('דוא״ל')).toHaveFocus()
})

test('a form-level error is shown above the form, and errors of fields that it does not have are not counted', async () => {
  const screen = await render(<Form problem="לא הצלחנו לקבל את הטופס" />)
  await expect.element(alert).toHaveTextContent('לא הצלחנו לקבל את הטופס')
  await screen.rerender(<Form errors={{ other: 'לא כאן' }} />)
  await expect.element(alert).not.toBeInTheDocument()
})
