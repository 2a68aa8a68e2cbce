import { expect, inject, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { backendAs } from '../../../test/browser/render.tsx'
import { unique, uniqueEmail } from '../../../test/browser/unique.ts'
import { Island } from './contact-form.island.tsx'
import { topicLabels, topics } from './topics.ts'

const offered = [{ value: topics[0], label: topicLabels[topics[0]] }]
const name = page.getByRole('textbox', { name: 'שם מלא' })
const phone = page.getByRole('textbox', { name: /^טלפון/ })
const email = page.getByRole('textbox', { name: /^דוא״ל/ })
const send = page.getByRole('button', { name: /^(שליחה|ניסיון נוסף)$/ })
const summary = () => document.querySelector<HTMLElement>('#contact-errors')

const renderForm = () =>
  render(
    <Island
      topics={offered}
      marketing={null}
      privacyTextId={null}
      backendKey={inject('product').anonKey}
      state={{ values: {}, errors: {} }}
    />,
  )

test('errors are listed in a focused summary whose links focus the fields', async () => {
  await renderForm()
  await send.click()
  await expect.poll(() => document.activeElement).toBe(summary())
  await expect.element(name).toHaveAccessibleDescription(/שדה חובה/)
  await expect.element(phone).toHaveAccessibleDescription(/יש להזין טלפון או דוא״ל/)
  await name.fill('נועה')
  await email.fill('noa@')
  await send.click()
  await expect.element(email).toHaveAccessibleDescription(/כתובת הדוא״ל אינה תקינה/)
  await expect.element(name).not.toHaveAttribute('aria-invalid')
  await expect.element(name).toHaveValue('נועה')
  expect([...summary()!.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(['#contact-email'])
})

test('a form with a filled honeypot is not submitted', async () => {
  await renderForm()
  await name.fill('רובוט')
  await email.fill(uniqueEmail())
  document.querySelector<HTMLInputElement>('.form-trap input')!.value = 'x'
  await send.click()
  await expect.element(page.getByText(/^לא הצלחנו לקבל את הפנייה\. אפשר להתקשר/)).toBeVisible()
  await expect.element(name).toHaveValue('רובוט')
})

test('a submitted form shows a ticket number and creates a contact with its request', async () => {
  const [fullName, address] = [unique('שולחת'), uniqueEmail()]
  await renderForm()
  await name.fill(fullName)
  await email.fill(address)
  await page.getByRole('textbox', { name: /^הודעה/ }).fill('אפשר לדבר?')
  await send.click()
  await expect.poll(() => document.querySelector('form')).toBeNull()
  const { data } = await backendAs('owner')
    .from('contacts')
    .select('full_name, points:contact_points(value_norm)')
    .eq('full_name', fullName)
    .throwOnError()
  expect(data).toEqual([{ full_name: fullName, points: [{ value_norm: address }] }])
})
