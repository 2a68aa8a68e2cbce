import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { TextField } from '../forms/field.tsx'
import { Dialog } from '../layers/dialog.tsx'
import { Toaster } from '../toast/toast.tsx'
import { clearUndos, offerUndo, TooLateToUndo, useUndoKey, useUndos } from './undo.ts'

function Screen({ isDialogOpen = false }: { isDialogOpen?: boolean }) {
  useUndoKey()
  const undos = useUndos()
  return (
    <>
      <TextField label="הערה" name="note" />
      <button type="button">כפתור</button>
      <input type="checkbox" aria-label="סימון" />
      <Dialog open={isDialogOpen} onOpenChange={() => {}} title="חלון" />
      <ol aria-label="פעולות">
        {undos.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ol>
      <Toaster />
    </>
  )
}

const actions = () =>
  page
    .getByRole('list', { name: 'פעולות' })
    .getByRole('listitem')
    .elements()
    .map((each) => each.textContent)
const pressUndo = () => userEvent.keyboard('{Control>}z{/Control}')

afterEach(clearUndos)

test('the undo button of a toast undoes the action and confirms it', async () => {
  const undo = vi.fn(async () => {})
  await render(<Screen />)
  offerUndo({ title: 'הכרטיס נמחק', undo })
  await expect.poll(actions).toEqual(['הכרטיס נמחק'])
  await page.getByRole('button', { name: 'ביטול הפעולה' }).click()
  await expect.element(page.getByText('הפעולה בוטלה')).toBeVisible()
  expect(undo).toHaveBeenCalledOnce()
  await expect.poll(actions).toEqual([])
})

test('Ctrl+Z undoes the newest action first, and is not intercepted without one', async () => {
  const undone: string[] = []
  await render(<Screen />)
  for (const title of ['ראשונה', 'שנייה']) offerUndo({ title, undo: async () => void undone.push(title) })
  await page.getByRole('button', { name: 'כפתור' }).click()
  await pressUndo()
  await expect.poll(actions).toEqual(['ראשונה'])
  await pressUndo()
  await expect.poll(() => undone).toEqual(['שנייה', 'ראשונה'])
  const press = new KeyboardEvent('keydown', { code: 'KeyZ', ctrlKey: true, cancelable: true, bubbles: true })
  await expect.poll(actions).toEqual([])
  document.body.dispatchEvent(press)
  expect(press.defaultPrevented).toBe(false)
})

test('Ctrl+Z in a text field undoes typing, on a checkbox it undoes the action', async () => {
  const undo = vi.fn(async () => {})
  await render(<Screen />)
  offerUndo({ title: 'נמחק', undo })
  const note = page.getByLabelText('הערה')
  await note.click()
  await userEvent.keyboard('abc')
  await pressUndo()
  await expect.element(note).not.toHaveValue('abc')
  expect(undo).not.toHaveBeenCalled()
  await page.getByRole('checkbox', { name: 'סימון' }).click()
  await pressUndo()
  await expect.poll(() => undo.mock.calls.length).toBe(1)
})

test('Ctrl+Z does nothing while a dialog is open', async () => {
  const undo = vi.fn(async () => {})
  const screen = await render(<Screen isDialogOpen />)
  offerUndo({ title: 'נמחק', undo })
  await expect.element(page.getByRole('dialog', { name: 'חלון' })).toBeVisible()
  await pressUndo()
  await screen.rerender(<Screen />)
  await expect.element(page.getByRole('dialog', { name: 'חלון' })).not.toBeInTheDocument()
  expect(undo).not.toHaveBeenCalled()
  await pressUndo()
  await expect.poll(() => undo.mock.calls.length).toBe(1)
})

test('a failed undo shows the reason and can be retried', async () => {
  let works = false
  await render(<Screen />)
  offerUndo({
    title: 'נמחק',
    undo: () => (works ? Promise.resolve() : Promise.reject(new Error('cut'))),
    explain: () => 'אין חיבור לשרת',
  })
  await page.getByRole('button', { name: 'ביטול הפעולה' }).click()
  await expect.element(page.getByText('לא בוטל: נמחק')).toBeVisible()
  await expect.element(page.getByText('אין חיבור לשרת')).toBeVisible()
  works = true
  await pressUndo()
  await expect.poll(actions).toEqual([])
})

test('an undo that is too late shows a message and is removed from the list', async () => {
  await render(<Screen />)
  offerUndo({ title: 'נמחק', undo: () => Promise.reject(new TooLateToUndo('מישהו שינה את הכרטיס')) })
  await page.getByRole('button', { name: 'ביטול הפעולה' }).click()
  await expect.element(page.getByText('אי אפשר לבטל כבר')).toBeVisible()
  await expect.element(page.getByText('מישהו שינה את הכרטיס')).toBeVisible()
  await expect.poll(actions).toEqual([])
})
