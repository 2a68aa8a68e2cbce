import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { drag, pointIn } from '../../../test/browser/pointer.ts'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'
import { Menu, MenuChoice, MenuGroup, MenuItem, MenuSeparator } from './menu.tsx'

type Order = 'name' | 'date'

function Actions({ onCopy = () => {} }: { onCopy?: () => void }) {
  const [order, setOrder] = useState<Order>('name')
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <button type="button">לפני</button>
      <Menu trigger={<Button>פעולות</Button>}>
        <MenuItem disabled>חסום</MenuItem>
        <MenuItem onSelect={onCopy}>העתקה</MenuItem>
        <MenuChoice
          label="סדר"
          value={order}
          options={[
            { value: 'name', text: 'לפי שם' },
            { value: 'date', text: 'לפי תאריך' },
          ]}
          onChange={setOrder}
        />
        <MenuSeparator />
        <MenuGroup label="עוד">
          <MenuItem danger onSelect={() => setAsking(true)}>
            מחיקה
          </MenuItem>
        </MenuGroup>
      </Menu>
      <button type="button">אחרי</button>
      <Dialog open={isAsking} onOpenChange={setAsking} title="למחוק?">
        <Button onClick={() => setAsking(false)}>כן</Button>
      </Dialog>
    </>
  )
}

const trigger = page.getByRole('button', { name: 'פעולות' })
const menu = page.getByRole('menu', { name: 'פעולות' })
const item = (name: string) => page.getByRole('menuitem', { name })
const focusTrigger = () => (trigger.element() as HTMLElement).focus()

test('a key opens the menu at its first or last item, and skips disabled ones', async () => {
  await render(<Actions />)
  focusTrigger()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(item('העתקה')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(trigger).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(item('מחיקה')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(trigger).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(item('העתקה')).toHaveFocus()
})

test('aria-expanded of the trigger reflects whether its menu is open, and a second press closes it', async () => {
  await render(<Actions />)
  await expect.element(trigger).toHaveAttribute('aria-expanded', 'false')
  await trigger.click()
  await expect.element(menu).toBeVisible()
  await expect.element(trigger).toHaveAttribute('aria-expanded', 'true')
  expect(trigger.element().getAttribute('aria-controls')).toBe(menu.element().id)
  // The menu covers the page, so the test presses at the coordinates of the trigger.
  await drag(pointIn(trigger))
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(trigger).toHaveAttribute('aria-expanded', 'false')
})

test('a selected action runs once, closes the menu, and returns the focus', async () => {
  const onCopy = vi.fn()
  await render(<Actions onCopy={onCopy} />)
  focusTrigger()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(item('העתקה')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(trigger).toHaveFocus()
  expect(onCopy).toHaveBeenCalledOnce()
})

test('after an action that opens a dialog, the focus stays in the dialog', async () => {
  await render(<Actions />)
  await trigger.click()
  await item('מחיקה').click()
  await expect.element(page.getByRole('dialog', { name: 'למחוק?' })).toBeVisible()
  await expect.element(menu).not.toBeInTheDocument()
  await expect.poll(() => page.getByRole('dialog').element().contains(document.activeElement)).toBe(true)
})

test('a selected option is applied, closes the menu, and returns the focus', async () => {
  await render(<Actions />)
  await trigger.click()
  const choice = (name: string) => page.getByRole('menuitemradio', { name })
  await expect.element(choice('לפי שם')).toBeChecked()
  await choice('לפי תאריך').click()
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(trigger).toHaveFocus()
  await trigger.click()
  await expect.element(choice('לפי תאריך')).toBeChecked()
  await expect.element(choice('לפי שם')).not.toBeChecked()
})

test('Tab moves from a menu to the element after its trigger', async () => {
  await render(<Actions />)
  focusTrigger()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(item('העתקה')).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'אחרי' })).toHaveFocus()
})

test('Shift+Tab moves from a menu to its trigger', async () => {
  await render(<Actions />)
  focusTrigger()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(item('העתקה')).toHaveFocus()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(trigger).toHaveFocus()
})
