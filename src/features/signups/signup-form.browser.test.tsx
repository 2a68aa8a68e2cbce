import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SignupForm } from './signup-form.tsx'

const marketing = { id: crypto.randomUUID(), he_text: 'אפשר לשלוח לי עדכונים' }

test('consent to marketing is offered only with a text in force, unticked, and comes back as it was sent', async () => {
  const form = { offer: 'lesson' as const, cta: 'לקבלת המדריך', notice: <p>מידע</p> }
  const screen = await render(<SignupForm {...form} state={undefined} marketing={marketing} />)
  await expect.element(page.getByRole('checkbox', { name: marketing.he_text })).not.toBeChecked()
  expect(document.querySelector<HTMLInputElement>('input[name=consentTextId]')?.value).toBe(marketing.id)
  const state = { values: { name: 'נועה', marketingConsent: 'on' }, errors: { email: 'כתובת הדוא״ל אינה תקינה' } }
  await screen.rerender(<SignupForm key="2" {...form} state={state} marketing={marketing} />)
  await expect.element(page.getByRole('checkbox')).toBeChecked()
  await expect.element(page.getByRole('textbox', { name: 'שם' })).toHaveValue('נועה')
  await expect
    .element(page.getByRole('textbox', { name: 'דוא״ל' }))
    .toHaveAccessibleDescription('כתובת הדוא״ל אינה תקינה')
  await expect.element(page.getByRole('link')).toHaveAttribute('href', '#join-email')
  await screen.rerender(<SignupForm key="3" {...form} state={undefined} marketing={undefined} />)
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument()
  expect(document.querySelector('input[name=consentTextId]')).toBeNull()
})
