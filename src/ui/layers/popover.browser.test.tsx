import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from '../button.tsx'
import { Popover } from './popover.tsx'

const Filters = ({ onOpenChange }: { onOpenChange?: (open: boolean) => void }) => (
  <>
    <button type="button">לפני</button>
    <Popover trigger={<Button>סינון</Button>} label="מסננים" {...(onOpenChange && { onOpenChange })}>
      <button type="button">ראשון</button>
      <button type="button">אחרון</button>
    </Popover>
    <button type="button">אחרי</button>
  </>
)

const trigger = page.getByRole('button', { name: 'סינון' })
const popover = page.getByRole('dialog', { name: 'מסננים' })
const button = (name: string) => page.getByRole('button', { name })

test('opening a popover moves the focus into it, and Escape returns it to the trigger', async () => {
  await render(<Filters />)
  await trigger.click()
  await expect.element(popover).toBeVisible()
  await expect.poll(() => popover.element().contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(popover).not.toBeInTheDocument()
  await expect.element(trigger).toHaveFocus()
})

test('Tab from the last control of a popover moves to the element after the trigger', async () => {
  await render(<Filters />)
  await trigger.click()
  await expect.element(popover).toBeVisible()
  ;(button('ראשון').element() as HTMLElement).focus()
  await userEvent.keyboard('{Tab}')
  await expect.element(button('אחרון')).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(button('אחרי')).toHaveFocus()
  await expect.element(popover).not.toBeInTheDocument()
})

test('Shift+Tab from the first control moves to the trigger', async () => {
  await render(<Filters />)
  await trigger.click()
  await expect.element(popover).toBeVisible()
  ;(button('ראשון').element() as HTMLElement).focus()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await expect.element(trigger).toHaveFocus()
  await expect.element(popover).not.toBeInTheDocument()
})

test('a press outside closes a popover, and the pressed element is focused', async () => {
  const onOpenChange = vi.fn()
  await render(<Filters onOpenChange={onOpenChange} />)
  await trigger.click()
  await expect.element(popover).toBeVisible()
  await button('אחרי').click()
  await expect.element(popover).not.toBeInTheDocument()
  await expect.element(button('אחרי')).toHaveFocus()
  expect(onOpenChange.mock.calls).toEqual([[true], [false]])
})

test('a second press on the trigger closes the popover and does not open it again', async () => {
  const onOpenChange = vi.fn()
  await render(<Filters onOpenChange={onOpenChange} />)
  await trigger.click()
  await expect.element(popover).toBeVisible()
  await trigger.click()
  await expect.element(popover).not.toBeInTheDocument()
  expect(onOpenChange.mock.calls).toEqual([[true], [false]])
})
