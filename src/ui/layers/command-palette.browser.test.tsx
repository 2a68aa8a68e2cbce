import { FileText, UserRound } from 'lucide-react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CommandPalette } from './command-palette.tsx'

const names = ['נועה לוי', 'נועם כהן', 'דנה ברק']

function Palette({ onRun, onOpenChange }: { onRun: (name: string) => void; onOpenChange?: (open: boolean) => void }) {
  const [query, setQuery] = useState('')
  const found = names.filter((name) => name.includes(query))
  const people = found.map((text) => ({ id: text, text, icon: UserRound, run: () => onRun(text) }))
  const screens = [{ id: 'tasks', text: 'משימות', note: 'מסך', icon: FileText, run: () => onRun('משימות') }]
  const groups = [
    { label: 'אנשים', items: people },
    { label: 'מסכים', items: screens.filter(({ text }) => text.includes(query)) },
  ].filter(({ items }) => items.length > 0)
  return (
    <CommandPalette
      open
      onOpenChange={onOpenChange ?? (() => {})}
      label="חיפוש"
      placeholder="מה לחפש?"
      query={query}
      onQuery={setQuery}
      groups={groups}
      say={groups.length === 0 ? 'לא נמצא' : ''}
    />
  )
}

const input = page.getByRole('combobox', { name: 'חיפוש' })
const option = (name: string) => page.getByRole('option', { name })
const highlighted = () => document.querySelector('[role="option"][data-highlighted]')?.textContent

test('the input is focused, and Enter runs the first result without copying its name into the input', async () => {
  const onRun = vi.fn()
  await render(<Palette onRun={onRun} />)
  await expect.element(input).toHaveFocus()
  await input.fill('נוע')
  await expect.poll(highlighted).toBe('נועה לוי')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => onRun.mock.calls).toEqual([['נועה לוי']])
  await expect.element(input).toHaveValue('נוע')
})

test('arrow keys move through the groups, and the focus stays in the input', async () => {
  const onRun = vi.fn()
  await render(<Palette onRun={onRun} />)
  await expect.poll(highlighted).toBe('נועה לוי')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  await expect.poll(highlighted).toContain('משימות')
  await expect.element(input).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => onRun.mock.calls).toEqual([['משימות']])
})

test('the matched letters are highlighted, and a search without results shows the empty text', async () => {
  await render(<Palette onRun={() => {}} />)
  await input.fill('כהן')
  await expect.element(option('נועם כהן')).toBeVisible()
  await expect.poll(() => document.querySelector('[role="option"] mark')?.textContent).toBe('כהן')
  await input.fill('זאב')
  await expect.element(page.getByText('לא נמצא')).toBeVisible()
  expect(document.querySelector('[role="option"]')).toBeNull()
})

test('Escape closes the palette', async () => {
  const onOpenChange = vi.fn()
  await render(<Palette onRun={() => {}} onOpenChange={(open) => onOpenChange(open)} />)
  await expect.element(input).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => onOpenChange.mock.calls).toEqual([[false]])
})
