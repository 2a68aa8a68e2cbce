import { useRef, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from '../button.tsx'
import { DayField } from '../dates/day-field.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from './field.tsx'
import { useFocusFirst } from './focus-first.ts'
import { FormError } from './form-error.tsx'
import { PlainForm } from './plain-form.tsx'
import { Stepper } from './stepper.tsx'
import { Switch } from './switch.tsx'

test('the accessible description of a field is its hint, then its error', async () => {
  const screen = await render(<TextField label="טלפון" name="phone" hint="מספר נייד" />)
  const field = page.getByLabelText('טלפון')
  await expect.element(field).toHaveAccessibleDescription('מספר נייד')
  await expect.element(field).toBeValid()
  await screen.rerender(<TextField label="טלפון" name="phone" hint="מספר נייד" error="המספר קצר מדי" />)
  await expect.element(field).toHaveAccessibleDescription('מספר נייד המספר קצר מדי')
  await expect.element(field).toBeInvalid()
})

test('the star of a required field wraps together with the last word of its label', async () => {
  await render(
    <div data-testid="box">
      <TextField label="סכום בשקלים" name="sum" required />
    </div>,
  )
  await document.fonts.ready
  const [words, star] = [document.querySelector('.label')!.firstChild!, document.querySelector('.req')!.firstChild!]
  const placeOf = (text: Node, from: number) => {
    const range = document.createRange()
    range.setStart(text, from)
    range.setEnd(text, text.textContent!.length)
    return range.getBoundingClientRect()
  }
  // The width fits the text without the star beside it.
  page
    .getByTestId('box')
    .element()
    .setAttribute('style', `inline-size: ${Math.ceil(placeOf(words, 0).width) + 1}px`)
  expect(placeOf(words, 0).height).toBeGreaterThan(placeOf(words, 5).height)
  expect(placeOf(star, 1).top).toBe(placeOf(words, 5).top)
})

test('fields with the same name each have their own label', async () => {
  await render(
    <>
      <TextField label="שם" name="name" />
      <TextAreaField label="הערה" name="name" optional="(לא חובה)" />
      <SelectField label="סוג" name="name">
        <option>א</option>
      </SelectField>
    </>,
  )
  await page.getByLabelText('שם').fill('נועה')
  await page.getByLabelText('הערה (לא חובה)').fill('שלום')
  await expect.element(page.getByLabelText('שם')).toHaveValue('נועה')
  await expect.element(page.getByLabelText('סוג')).toHaveValue('א')
})

test('the text of a checkbox and of a switch is part of its click target', async () => {
  function Settings() {
    const [isOn, setOn] = useState(false)
    return (
      <>
        <CheckField label="מסכימים" name="agreed" />
        <Switch label="התראות" checked={isOn} onChange={(event) => setOn(event.target.checked)} />
      </>
    )
  }
  await render(<Settings />)
  await page.getByText('מסכימים').click()
  await expect.element(page.getByRole('checkbox', { name: 'מסכימים' })).toBeChecked()
  const toggle = page.getByRole('switch', { name: 'התראות' })
  await expect.element(toggle).toHaveAttribute('aria-checked', 'false')
  await page.getByText('התראות').click()
  await expect.element(toggle).toHaveAttribute('aria-checked', 'true')
  await userEvent.keyboard(' ')
  await expect.element(toggle).toHaveAttribute('aria-checked', 'false')
})

function Row({ text, kind, isOn }: { text: string; kind: string; isOn: boolean }) {
  return (
    <form>
      <TextField label="שם" name="name" defaultValue={text} />
      <TextAreaField label="הערה" name="note" defaultValue={text} />
      <SelectField label="סוג" name="kind" defaultValue={kind}>
        <option value="one">ראשון</option>
        <option value="two">שני</option>
        <option value="three">שלישי</option>
      </SelectField>
      <CheckField label="מוצג" name="shown" defaultChecked={isOn} />
      <DayField label="מיום" name="from" defaultValue={isOn ? '2026-06-05' : '2026-06-06'} />
    </form>
  )
}

test('fields that were not changed follow a new default, and keep following it', async () => {
  const screen = await render(<Row text="לפני" kind="one" isOn />)
  await screen.rerender(<Row text="של דנה" kind="two" isOn={false} />)
  await expect.element(page.getByLabelText('שם')).toHaveValue('של דנה')
  await expect.element(page.getByLabelText('הערה')).toHaveValue('של דנה')
  await expect.element(page.getByLabelText('סוג')).toHaveValue('two')
  await expect.element(page.getByLabelText('מוצג')).not.toBeChecked()
  await expect.element(page.getByRole('textbox', { name: 'מיום' })).toHaveValue('06.06.2026')
  await screen.rerender(<Row text="של נועה" kind="three" isOn />)
  await expect.element(page.getByLabelText('שם')).toHaveValue('של נועה')
  await expect.element(page.getByLabelText('סוג')).toHaveValue('three')
  await expect.element(page.getByLabelText('מוצג')).toBeChecked()
})

test('fields that were changed keep their value when the default changes, also a value equal to the former default', async () => {
  const screen = await render(<Row text="לפני" kind="one" isOn />)
  const toggle = page.getByRole('checkbox', { name: 'מוצג' })
  await page.getByLabelText('שם').fill('שלי')
  await page.getByLabelText('סוג').selectOptions('three')
  await toggle.click()
  await toggle.click()
  await page.getByRole('textbox', { name: 'מיום' }).fill('07.06.2026')
  await screen.rerender(<Row text="של דנה" kind="two" isOn={false} />)
  await expect.element(page.getByLabelText('הערה')).toHaveValue('של דנה')
  await expect.element(page.getByLabelText('שם')).toHaveValue('שלי')
  await expect.element(page.getByLabelText('סוג')).toHaveValue('three')
  await expect.element(toggle).toBeChecked()
  await expect.element(page.getByRole('textbox', { name: 'מיום' })).toHaveValue('07.06.2026')
})

test('a changed field keeps its value when an optimistic update of its default is reverted', async () => {
  const screen = await render(<Row text="לפני" kind="one" isOn />)
  await page.getByLabelText('סוג').selectOptions('three')
  await screen.rerender(<Row text="לפני" kind="three" isOn />)
  await screen.rerender(<Row text="לפני" kind="two" isOn />)
  await expect.element(page.getByLabelText('סוג')).toHaveValue('three')
})

test('a form that is loaded into a dialog focuses its first visible field', async () => {
  function Form() {
    const form = useRef<HTMLFormElement>(null)
    useFocusFirst(form)
    return (
      <form ref={form}>
        <input type="hidden" name="id" value="1" />
        <TextField label="שם" name="name" />
        <TextField label="הערה" name="note" />
      </form>
    )
  }
  await render(<Form />)
  await expect.element(page.getByLabelText('שם')).toHaveFocus()
})

test('the error summary of a plain form links each message to its field', async () => {
  const labels = { name: 'שם', email: 'דוא״ל', note: 'הערה' }
  await render(
    <PlainForm
      id="contact"
      action="/contact"
      labels={labels}
      state={{ errors: { email: 'הכתובת אינה מלאה', name: 'צריך שם' } }}
    >
      <TextField id="contact-name" label="שם" name="name" />
      <TextField id="contact-email" label="דוא״ל" name="email" />
    </PlainForm>,
  )
  const links = page.getByRole('alert').getByRole('link')
  expect(links.elements().map((link) => link.textContent)).toEqual(['שם: צריך שם', 'דוא״ל: הכתובת אינה מלאה'])
  await links.nth(1).click()
  await userEvent.keyboard('x')
  expect(location.hash).toBe('#contact-email')
  expect(document.querySelector('form')!.getAttribute('action')).toBe('/contact#contact-errors')
  expect([...document.querySelectorAll('input')].filter((each) => each.tabIndex < 0).map((each) => each.name)).toEqual([
    'company_site',
  ])
})

test('an error above a form is announced, and is absent without an error', async () => {
  const screen = await render(<FormError>{undefined}</FormError>)
  expect(page.getByRole('alert').elements()).toEqual([])
  await screen.rerender(<FormError>אין חיבור לשרת</FormError>)
  await expect.element(page.getByRole('alert')).toHaveTextContent('אין חיבור לשרת')
})

test('the current step of a stepper has aria-current', async () => {
  await render(
    <Stepper
      label="שלבים"
      steps={[
        { id: 'a', name: 'העלאה', state: 'done' },
        { id: 'b', name: 'עמודות', more: 'עכשיו', state: 'now' },
        { id: 'c', name: 'סיום', state: 'next' },
      ]}
    />,
  )
  const steps = page.getByRole('list', { name: 'שלבים' }).getByRole('listitem').elements()
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null])
  expect(steps.map((step) => step.querySelector('.step__dot')!.textContent)).toEqual(['', '2', '3'])
})

test('a busy button stays focused and ignores presses and the submit of its form', async () => {
  const onClick = vi.fn()
  const onSubmit = vi.fn((event: React.SyntheticEvent) => event.preventDefault())
  const form = (busy: boolean) => (
    <form onSubmit={onSubmit}>
      <Button type="submit" busy={busy} onClick={onClick}>
        שמירה
      </Button>
    </form>
  )
  const screen = await render(form(false))
  const button = page.getByRole('button', { name: 'שמירה' })
  await button.click()
  await screen.rerender(form(true))
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{Enter} ')
  await button.click({ force: true })
  expect(onClick).toHaveBeenCalledOnce()
  expect(onSubmit).toHaveBeenCalledOnce()
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
})

test('an empty field with automatic direction is right-to-left, and then follows the direction of its text', async () => {
  await render(<TextField name="title" label="כותרת" dir="auto" />)
  const field = page.getByLabelText('כותרת')
  await expect.element(field).toHaveStyle({ direction: 'rtl' })
  await field.fill('Budget')
  await expect.element(field).toHaveStyle({ direction: 'ltr' })
})
