import { List, SquareKanban } from 'lucide-react'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider, useSearchParams } from 'react-router'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { LinkTabs } from './link-tabs.tsx'
import { Pager } from './pager.tsx'
import { SearchField } from './search-field.tsx'
import { Segment } from './segment.tsx'

test('a search field can be cleared when it has text', async () => {
  function Search() {
    const [words, setWords] = useState('')
    return <SearchField label="חיפוש" placeholder="שם" value={words} onChange={setWords} />
  }
  await render(<Search />)
  const field = page.getByRole('searchbox', { name: 'חיפוש' })
  const clear = page.getByRole('button', { name: 'ניקוי' })
  await expect.element(clear).not.toBeInTheDocument()
  await field.fill('נועה')
  await clear.click()
  await expect.element(field).toHaveValue('')
  await expect.element(clear).not.toBeInTheDocument()
})

test('a segmented control shows the selected view as pressed', async () => {
  function Views() {
    const [view, setView] = useState<'board' | 'list'>('board')
    const choices = [
      { value: 'board', text: 'לוח', icon: SquareKanban },
      { value: 'list', text: 'רשימה', icon: List },
    ] as const
    return <Segment label="תצוגה" value={view} choices={choices} onChange={setView} />
  }
  await render(<Views />)
  const view = (name: string) => page.getByRole('group', { name: 'תצוגה' }).getByRole('button', { name })
  await expect.element(view('לוח')).toHaveAttribute('aria-pressed', 'true')
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard(' ')
  await expect.element(view('רשימה')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(view('לוח')).toHaveAttribute('aria-pressed', 'false')
})

const at = (path: string, ui: React.ReactElement) =>
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: ui }], { initialEntries: [path] })} />)

test('the pager links to the neighbouring pages only', async () => {
  function List() {
    const page = Number(useSearchParams()[0].get('page') ?? 1)
    return <Pager page={page} size={50} total={1120} to={(next) => `?page=${next}`} />
  }
  await at('/list?page=22', <List />)
  const pager = page.getByRole('navigation', { name: 'עמודים' })
  const next = page.getByRole('link', { name: 'הבא' })
  await expect.element(pager).toMatchTextContent('מציג 1,051–1,100 מתוך 1,120')
  await next.click()
  await expect.element(pager).toMatchTextContent('מציג 1,101–1,120 מתוך 1,120')
  await expect.element(next).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'הקודם' }).click()
  await expect.element(next).toBeVisible()
})

test('the open tab has aria-current, and an overflowing row of tabs is scrolled to it', async () => {
  const tabs = (open: number) =>
    Array.from({ length: 30 }, (_, i) => ({ to: `/tab/${i}`, text: `לשונית ${i}`, isOpen: i === open }))
  await at('/', <LinkTabs label="לשוניות" tabs={tabs(29)} />)
  const tab = page.getByRole('link', { name: 'לשונית 29' })
  await expect.element(tab).toHaveAttribute('aria-current', 'page')
  const row = page.getByRole('navigation', { name: 'לשוניות' }).element().getBoundingClientRect()
  const box = tab.element().getBoundingClientRect()
  expect(box.left).toBeGreaterThanOrEqual(row.left - 1)
  expect(box.right).toBeLessThanOrEqual(row.right + 1)
  expect(scrollY).toBe(0)
})
