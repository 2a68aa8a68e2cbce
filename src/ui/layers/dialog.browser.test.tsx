import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from '../button.tsx'
import { TextField } from '../forms/field.tsx'
import { Dialog, DialogActions, DialogBody, FormActions } from './dialog.tsx'

function Renaming() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>שינוי שם</Button>
      <a href="#elsewhere">במקום אחר</a>
      <Dialog open={open} onOpenChange={setOpen} title="שם חדש">
        <DialogBody>
          <TextField label="שם" name="name" />
        </DialogBody>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>חזרה</Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

const dialog = page.getByRole('dialog', { name: 'שם חדש' })
const trigger = page.getByRole('button', { name: 'שינוי שם' })

test('a dialog opens on its first field, and Escape returns the focus to the trigger', async () => {
  await render(<Renaming />)
  await trigger.click()
  await expect.element(dialog.getByLabelText('שם', { exact: true })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(trigger).toHaveFocus()
})

test('Tab stays inside an open dialog', async () => {
  await render(<Renaming />)
  await trigger.click()
  await expect.element(dialog.getByLabelText('שם', { exact: true })).toHaveFocus()
  const visited = new Set<string>()
  for (let i = 0; i < 6; i += 1) {
    await userEvent.keyboard('{Tab}')
    const focused = document.activeElement!
    visited.add(focused.getAttribute('aria-label') ?? focused.textContent)
    expect(dialog.element().parentElement!.contains(focused)).toBe(true)
  }
  expect([...visited].toSorted()).toContain('חזרה')
})

test('a press outside closes an empty dialog, but not one with typed text', async () => {
  await render(<Renaming />)
  await trigger.click()
  await expect.element(dialog).toBeVisible()
  await pressOutside()
  await expect.element(dialog).not.toBeInTheDocument()
  await trigger.click()
  await dialog.getByLabelText('שם', { exact: true }).fill('נועה')
  await pressOutside()
  await expect.element(dialog.getByLabelText('שם', { exact: true })).toHaveValue('נועה')
  await dialog.getByRole('button', { name: 'חזרה' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a form that is being saved shows its pending state, and is not submitted twice', async () => {
  let submits = 0
  const form = (busy: boolean) => (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submits += 1
      }}
    >
      <FormActions words="שמירה" busyWords="שומרים" busy={busy} onBack={() => {}} />
    </form>
  )
  const { rerender } = await render(form(false))
  await page.getByRole('button', { name: 'שמירה' }).click()
  expect(submits).toBe(1)
  await rerender(form(true))
  const saving = page.getByRole('button', { name: 'שומרים' })
  saving.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(saving).toHaveFocus()
  expect(submits).toBe(1)
})

const pressOutside = () => page.elementLocator(document.body).click({ position: { x: 5, y: 5 }, force: true })
