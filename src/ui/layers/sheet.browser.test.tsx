import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from '../button.tsx'
import { TextField } from '../forms/field.tsx'
import { Sheet } from './sheet.tsx'

function Record() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>פתיחה</Button>
      <Sheet open={open} onOpenChange={setOpen} title="כרטיס" action={<Button>שיתוף</Button>}>
        <TextField label="הערה" name="note" />
        <input type="search" aria-label="חיפוש" />
      </Sheet>
    </>
  )
}

const trigger = page.getByRole('button', { name: 'פתיחה' })
const sheet = page.getByRole('dialog', { name: 'כרטיס' })
const pressOutside = () => page.elementLocator(document.body).click({ position: { x: 1200, y: 600 }, force: true })

test('Escape and the close button each close a sheet and return the focus', async () => {
  await render(<Record />)
  for (const close of [
    () => userEvent.keyboard('{Escape}'),
    () => page.getByRole('button', { name: 'סגירת החלון' }).click(),
  ]) {
    await trigger.click()
    await expect.element(sheet).toBeVisible()
    await close()
    await expect.element(sheet).not.toBeInTheDocument()
    await expect.element(trigger).toHaveFocus()
  }
})

test('a press outside does not close a sheet with typed text, except in a search field', async () => {
  await render(<Record />)
  await trigger.click()
  await sheet.getByLabelText('חיפוש').fill('נועה')
  await pressOutside()
  await expect.element(sheet).not.toBeInTheDocument()
  await trigger.click()
  await sheet.getByLabelText('הערה').fill('לחזור אליה')
  await pressOutside()
  await sheet.getByLabelText('הערה').fill('')
  await pressOutside()
  await expect.element(sheet).not.toBeInTheDocument()
})

test('text typed in a closed sheet does not prevent the next one from closing', async () => {
  await render(<Record />)
  await trigger.click()
  await sheet.getByLabelText('הערה').fill('לחזור אליה')
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  await trigger.click()
  await expect.element(sheet).toBeVisible()
  await pressOutside()
  await expect.element(sheet).not.toBeInTheDocument()
})
