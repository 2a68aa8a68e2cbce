import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { OffsetDaysField } from './offset-days-field.tsx'

function Field() {
  const [days, setDays] = useState(0)
  return (
    <>
      <OffsetDaysField value={days} onChange={setDays} />
      <output>{days}</output>
    </>
  )
}

test('days before a date are typed with a leading minus, and an emptied field restores its value on blur', async () => {
  await render(<Field />)
  const field = page.getByRole('spinbutton')
  const input = field.element() as HTMLInputElement
  input.focus()
  input.select()
  await userEvent.keyboard('-7')
  await expect.element(field).toHaveValue(-7)
  await expect.element(page.getByRole('status')).toHaveTextContent('-7')
  input.select()
  await userEvent.keyboard('{Backspace}{Tab}')
  await expect.element(field).toHaveValue(-7)
})
