import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { z } from 'zod'
import { Button } from '#ui/button.tsx'
import { CheckField, TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { useValidatedForm } from './use-validated-form.ts'

const Guest = z.object({
  name: z.string().min(1, 'צריך שם'),
  email: z.email('הכתובת אינה מלאה'),
  isRegular: z.boolean(),
})
const refusals = { email_taken: 'הכתובת כבר רשומה', closed: 'ההרשמה נסגרה' }

/** A form whose save is refused with `code`. */
function GuestForm({ code }: { code?: string }) {
  const { errors, read, refused } = useValidatedForm(Guest, { refusals, fields: { email_taken: 'email' } })
  const [sent, setSent] = useState('')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        const guest = read(event)
        if (!guest) return
        if (code) refused({ code: 'PT409', message: code })
        else setSent(JSON.stringify(guest))
      }}
    >
      <TextField label="שם" name="name" error={errors['name']} />
      <TextField label="דוא״ל" name="email" error={errors['email']} />
      <CheckField label="קבוע" name="isRegular" error={errors['isRegular']} />
      {errors['all'] && <FormError>{errors['all']}</FormError>}
      <Button type="submit">שמירה</Button>
      <output>{sent}</output>
    </form>
  )
}

const name = page.getByLabelText('שם')
const email = page.getByLabelText('דוא״ל')
const save = page.getByRole('button', { name: 'שמירה' })

test('invalid fields show their messages, and the first one takes the focus', async () => {
  await render(<GuestForm />)
  await save.click()
  await expect.element(name).toHaveFocus()
  await expect.element(name).toHaveAccessibleDescription('צריך שם')
  await expect.element(email).toHaveAccessibleDescription('הכתובת אינה מלאה')
  await name.fill('נועה')
  await save.click()
  await expect.element(email).toHaveFocus()
  await expect.element(name).toBeValid()
  await expect.element(page.getByRole('status')).toBeEmptyDOMElement()
})

test('a message disappears as soon as its field is valid, without another submit', async () => {
  const screen = await render(<GuestForm />)
  await save.click()
  await email.fill('noa@')
  await expect.element(email).toHaveAccessibleDescription('הכתובת אינה מלאה')
  await email.fill('noa@example.com')
  await expect.element(email).toBeValid()
  await expect.element(name).toHaveAccessibleDescription('צריך שם')
  await name.fill('נועה')
  await expect.element(name).toBeValid()
  await screen.rerender(<GuestForm code="email_taken" />)
  await save.click()
  await expect.element(email).toHaveAccessibleDescription('הכתובת כבר רשומה')
  await name.fill('נועה ל')
  await expect.element(email).toHaveAccessibleDescription('הכתובת כבר רשומה')
  await email.fill('noa2@example.com')
  await expect.element(email).toBeValid()
})

test('a controlled field keeps the first letter that is typed while its message disappears', async () => {
  function Slug() {
    const [slug, setSlug] = useState('')
    const { errors, read } = useValidatedForm(z.object({ slug: z.string().min(1, 'צריך כתובת') }), { refusals: {} })
    return (
      <form noValidate onSubmit={read}>
        <TextField
          label="כתובת"
          name="slug"
          value={slug}
          onChange={(event) => setSlug(event.target.value)}
          error={errors['slug']}
        />
        <Button type="submit">שמירה</Button>
      </form>
    )
  }
  await render(<Slug />)
  const slug = page.getByLabelText('כתובת')
  await save.click()
  await expect.element(slug).toHaveAccessibleDescription('צריך כתובת')
  await userEvent.keyboard('a')
  await expect.element(slug).toBeValid()
  await expect.element(slug).toHaveValue('a')
})

test('Enter submits the parsed values, with a single checkbox as a boolean', async () => {
  await render(<GuestForm />)
  await name.fill('נועה')
  await email.fill('noa@example.com')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent(JSON.stringify({ name: 'נועה', email: 'noa@example.com', isRegular: false }))
})

test('a refusal is shown at its field, or above the form if it belongs to no field', async () => {
  const screen = await render(<GuestForm code="email_taken" />)
  await name.fill('נועה')
  await email.fill('noa@example.com')
  await save.click()
  await expect.element(email).toHaveAccessibleDescription('הכתובת כבר רשומה')
  await screen.rerender(<GuestForm code="closed" />)
  await save.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('ההרשמה נסגרה')
  await expect.element(email).toBeValid()
})
