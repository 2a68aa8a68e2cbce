import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ReviewForm } from './review-form.tsx'

const scopes = () =>
  page
    .getByRole('radio')
    .elements()
    .map((radio) => (radio as HTMLInputElement).checked)
const consent = page.getByRole('checkbox').first()

test('only the narrowest name display is preselected, neither consent is, and optional fields are collapsed', async () => {
  await render(<ReviewForm state={undefined} />)
  expect(scopes().filter(Boolean)).toHaveLength(1)
  expect(
    (
      page
        .getByRole('radio')
        .elements()
        .find((radio) => (radio as HTMLInputElement).checked) as HTMLInputElement
    ).value,
  ).toBe('first_name_only')
  await expect.element(page.getByRole('checkbox', { name: /מאשרים להציג את התמונה/ })).not.toBeInTheDocument()
  await userEvent.click(page.getByText(/כמה מילים עליכם, דירוג ותמונה/))
  await expect.element(page.getByRole('checkbox', { name: /מאשרים להציג את התמונה/ })).toBeVisible()
  expect(page.getByRole('checkbox').all()).toHaveLength(2)
  for (const box of page.getByRole('checkbox').all()) await expect.element(box).not.toBeChecked()
  // The file is the last part of the multipart body.
  const fields = [
    ...document.querySelectorAll<HTMLInputElement>('form input:not([type=hidden]), form textarea, form select'),
  ]
  expect(fields.filter(({ tabIndex }) => tabIndex === 0).at(-1)?.type).toBe('file')
})

test('a refused form keeps the typed values and shows errors at the fields and in the summary', async () => {
  const state = {
    values: { name: 'נועה', body: 'קצר', scope: 'site', consent: 'on' },
    errors: { body: 'לפחות 10 תווים', scope: 'יש לבחור', photoConsent: 'צריך לסמן' },
  }
  await render(<ReviewForm state={state} />)
  await expect.element(page.getByRole('textbox', { name: 'שם מלא' })).toHaveValue('נועה')
  const body = page.getByRole('textbox').first()
  await expect.element(body).toHaveValue('קצר')
  await expect.element(body).toHaveAccessibleDescription('לפחות 10 תווים')
  await expect.element(consent).toBeChecked()
  // The photo consent is one of the collapsed fields, which open when it has an error.
  await expect.element(page.getByRole('checkbox', { name: /מאשרים להציג את התמונה/ })).toBeVisible()
  const links = page
    .getByRole('link')
    .elements()
    .map((link) => link.getAttribute('href')!)
  expect(links).toEqual(expect.arrayContaining(['#review-body', '#review-scope', '#review-photoConsent']))
  for (const link of links) expect(document.querySelector(link)).not.toBeNull()
})

test("a requested review has the contact's name and needs no address", async () => {
  const screen = await render(<ReviewForm state={undefined} asked={{ action: '/reviews/asked/x', name: 'דנה לוי' }} />)
  await expect.element(page.getByRole('textbox', { name: 'שם מלא' })).toHaveValue('דנה לוי')
  await expect.element(page.getByRole('textbox', { name: /דוא״ל/ })).not.toBeInTheDocument()
  expect(document.querySelector('form')!.getAttribute('action')).toBe('/reviews/asked/x#review-errors')
  await screen.rerender(
    <ReviewForm
      key="2"
      state={{ values: { name: 'ד' }, errors: {} }}
      asked={{ action: '/reviews/asked/x', name: 'דנה לוי' }}
    />,
  )
  await expect.element(page.getByRole('textbox', { name: 'שם מלא' })).toHaveValue('ד')
})
