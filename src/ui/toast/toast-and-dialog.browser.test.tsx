import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from '../button.tsx'
import { Dialog, DialogBody } from '../layers/dialog.tsx'
import { toast, Toaster } from './toast.tsx'

function Screen() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>פתיחה</Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title="עריכה">
        <DialogBody>
          <input aria-label="שם" />
        </DialogBody>
      </Dialog>
      <Toaster />
    </>
  )
}

const dialog = page.getByRole('dialog', { name: 'עריכה' })
const message = () => document.querySelector('.toast:not([data-ending-style])')
const closeOf = (name: string) => message()!.querySelector<HTMLElement>(`[aria-label="${name}"]`)!

async function openBoth() {
  const done = { undone: 0 }
  await render(<Screen />)
  const id = toast.error('לא נשמר', { action: { text: 'ניסיון נוסף', run: () => (done.undone += 1) } })
  await expect.element(page.getByText('לא נשמר')).toBeVisible()
  await page.getByRole('button', { name: 'פתיחה' }).click()
  await expect.element(dialog).toBeVisible()
  return { id, done }
}

test('a toast stays when a dialog opens, and Escape closes only the dialog', async () => {
  const { id } = await openBoth()
  expect(message()?.textContent).toContain('לא נשמר')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(message()?.textContent).toContain('לא נשמר')
  toast.close(id)
  await expect.poll(message).toBeNull()
})

test('a toast above a dialog is accessible and can be pressed without closing the dialog', async () => {
  const { done } = await openBoth()
  const box = message()!.getBoundingClientRect()
  const onTop = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
  expect(message()!.contains(onTop)).toBe(true)
  await page.elementLocator(message()!.querySelector('.toast__action')!).click()
  await expect.poll(message).toBeNull()
  expect(done.undone).toBe(1)
  await expect.element(dialog).toBeVisible()
  toast.error('שוב')
  await expect.poll(() => message()?.textContent).toContain('שוב')
  await page.elementLocator(closeOf('סגירת ההודעה')).click()
  await expect.poll(message).toBeNull()
  await expect.element(dialog).toBeVisible()
})
