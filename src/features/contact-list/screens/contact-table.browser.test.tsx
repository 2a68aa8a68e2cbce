import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addContact } from '../../../../test/browser/add-contact.ts'
import { drag, pointIn } from '../../../../test/browser/pointer.ts'
import { openScreen } from '../../../../test/browser/render.tsx'
import { unique } from '../../../../test/browser/unique.ts'
import { addMarked, listed, openList, row } from './marked-contacts.fixture.ts'

const box = (mark: string, name: string) => page.getByRole('checkbox', { name: `סימון ${name} ${mark}` })
const all = page.getByRole('checkbox', { name: 'סימון כל הרשימה' })

const isEllipsized = (shown: Element) =>
  shown.scrollWidth > shown.clientWidth && getComputedStyle(shown).textOverflow === 'ellipsis'

test('clicking a header sorts, a second click reverses, and the URL contains the order', async () => {
  const { mark } = await addMarked('גדי', 'אבי', 'בני')
  const { router } = await openList(mark)
  const header = page.getByRole('columnheader', { name: /^שם/ })
  await expect.element(header).toHaveAttribute('aria-sort', 'none')
  await header.getByRole('button').click()
  await expect.poll(listed).toEqual(['אבי', 'בני', 'גדי'])
  await expect.element(header).toHaveAttribute('aria-sort', 'ascending')
  await header.getByRole('button').click()
  await expect.poll(listed).toEqual(['גדי', 'בני', 'אבי'])
  expect(new URLSearchParams(router.state.location.search).get('sort')).toBe('-name')
  // Time columns sort the latest first.
  await page.getByRole('button', { name: 'פעילות אחרונה' }).click()
  await expect
    .element(page.getByRole('columnheader', { name: /^פעילות אחרונה/ }))
    .toHaveAttribute('aria-sort', 'descending')
})

test('Shift selects the range from the last selected row, and the header checkbox shows a partial selection', async () => {
  const { mark } = await addMarked('אבי', 'בני', 'גדי', 'דני')
  await openList(mark, { more: '&sort=name' })
  await box(mark, 'בני').click()
  expect((all.element() as HTMLInputElement).indeterminate).toBe(true)
  await userEvent.keyboard('{Shift>}')
  await box(mark, 'דני').click({ modifiers: ['Shift'] })
  await userEvent.keyboard('{/Shift}')
  await expect.element(page.getByText('3 נבחרו')).toBeVisible()
  await expect.element(box(mark, 'אבי')).not.toBeChecked()
  await page.getByRole('button', { name: 'בחירת כל 4' }).click()
  await expect.element(all).toBeChecked()
  expect((all.element() as HTMLInputElement).indeterminate).toBe(false)
  await box(mark, 'גדי').click()
  await expect.element(page.getByText('3 נבחרו')).toBeVisible()
  await expect.element(all).not.toBeChecked()
  await all.click()
  await page.getByRole('button', { name: 'ביטול הסימון' }).click()
  await expect.element(page.getByRole('region', { name: 'פעולות על מי שסומנו' })).not.toBeInTheDocument()
  await expect.element(box(mark, 'אבי')).not.toBeChecked()
})

test('a selection survives opening a record, and is cleared by another filter', async () => {
  const { mark } = await addMarked('אבי', 'בני')
  const { router } = await openList(mark)
  await box(mark, 'אבי').click()
  await page.getByRole('link', { name: `בני ${mark}` }).click()
  await expect.element(page.getByRole('heading', { name: `בני ${mark}` })).toBeVisible()
  await router.navigate(-1)
  await expect.element(box(mark, 'אבי')).toBeChecked()
  await page.getByRole('searchbox', { name: 'חיפוש באנשי הקשר' }).fill(`${mark} בני`)
  await expect.poll(listed).toEqual(['בני'])
  await expect.element(page.getByText(/נבחר/)).not.toBeInTheDocument()
})

test('arrow keys move between rows in the same column, and resize a column from its handle', async () => {
  const { mark } = await addMarked('אבי', 'בני')
  const screen = await openList(mark, { more: '&sort=name' })
  box(mark, 'אבי').element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(box(mark, 'בני')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(box(mark, 'בני')).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(box(mark, 'אבי')).toHaveFocus()
  const edge = page.getByRole('separator', { name: 'רוחב העמודה סוג' })
  await expect.element(edge).toHaveAttribute('aria-valuenow', '10')
  edge.element().focus()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowRight}')
  await expect.element(edge).toHaveAttribute('aria-valuenow', '11')
  for (let i = 0; i < 8; i++) await userEvent.keyboard('{ArrowRight}')
  await expect.element(edge).toHaveAttribute('aria-valuenow', '5')
  await screen.unmount()
  await openList(mark)
  await expect.element(edge).toHaveAttribute('aria-valuenow', '5')
})

test('dragging the edge of a column to the left widens it, and to the right narrows it', async () => {
  const { mark } = await addMarked('אבי')
  await openList(mark)
  const edge = page.getByRole('separator', { name: 'רוחב העמודה סוג' })
  const width = () => edge.element().parentElement!.getBoundingClientRect().width
  const before = width()
  // Repeated if the table moved under the pointer while the screen was loading.
  const dragged = (by: number) => async () => {
    const from = pointIn(edge)
    await drag(from, { x: from.x + by / 2, y: from.y }, { x: from.x + by, y: from.y })
    return width()
  }
  await expect.poll(dragged(-80)).toBeGreaterThan(before)
  const wide = width()
  await expect.poll(dragged(80)).toBeLessThan(wide)
})

test('a contact added by a colleague appears live', async () => {
  const { mark } = await addMarked('אבי')
  await openList(mark)
  await addContact({ first_name: 'חדשה', last_name: mark })
  await expect.poll(listed).toContain('חדשה')
})

test('a search without a match shows the empty state, and clearing it preserves the sort order', async () => {
  const { mark } = await addMarked('אבי')
  const { router } = await openList(mark, { more: '&sort=name' })
  await page.getByRole('searchbox', { name: 'חיפוש באנשי הקשר' }).fill(`${mark}ררר`)
  await expect.element(page.getByText(/^לא מצאנו את/)).toBeVisible()
  await page.getByRole('button', { name: 'ניקוי הסינון' }).click()
  await expect.element(page.getByRole('table', { name: 'אנשי קשר' })).toBeVisible()
  expect(router.state.location.search).toBe('?sort=name')
})

test('a long e-mail address is truncated with an ellipsis, below the name and in its own column', async () => {
  const email = `${'a'.repeat(60)}@example.com`
  const { full_name } = await addContact({ last_name: unique('ארוך').replace(' ', ''), email })
  const { router } = await openScreen(`/crm/contacts?q=${encodeURIComponent(full_name)}`, 'owner')
  const shown = row(full_name).getByText(email)
  await expect.element(shown).toHaveLength(1)
  expect(shown.elements().map(isEllipsized)).toEqual([true])
  const columns = 'email,phone,lifecycle,stage,owner,activity,value'
  await router.navigate(`/crm/contacts?q=${encodeURIComponent(full_name)}&cols=${columns}`)
  await expect.element(shown).toHaveLength(2)
  expect(shown.elements().map(isEllipsized)).toEqual([true, true])
})

test('on a phone a row shows the lifecycle below the name, and its actions open as one menu', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1440, 900))
  const { mark } = await addMarked('אבי')
  await openList(mark)
  await expect.element(row(mark).getByText('מתעניין', { exact: false }).first()).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: /^סוג/ })).not.toBeInTheDocument()
  await box(mark, 'אבי').click()
  const bar = page.getByRole('region', { name: 'פעולות על מי שסומנו' })
  await expect.element(bar.getByRole('button', { name: 'תיוג' })).not.toBeInTheDocument()
  await bar.getByRole('button', { name: 'פעולות', exact: true }).click()
  await expect.element(page.getByRole('menuitem', { name: 'תיוג' })).toBeVisible()
})

test('the scroll position of the list is restored after a record that was itself scrolled', async () => {
  await page.viewport(1440, 480)
  onTestFinished(() => page.viewport(1440, 900))
  const { mark, contact } = await addMarked(...Array.from({ length: 14 }, (_, i) => `נועה${i}`))
  const { router } = await openList(mark)
  const boxes = () => [document.documentElement, ...document.querySelectorAll('main, main *')]
  const top = () => Math.max(...boxes().map(({ scrollTop }) => scrollTop))
  await expect
    .poll(() => {
      for (const one of boxes()) one.scrollTop = 120
      return top()
    })
    .toBe(120)
  await router.navigate(`/crm/contacts/${contact('נועה9').id}`)
  await expect.element(page.getByRole('heading', { level: 1, name: `נועה9 ${mark}` })).toBeVisible()
  await expect
    .poll(() => {
      scrollTo(0, 60)
      return scrollY
    })
    .toBe(60)
  await router.navigate(-1)
  await expect.element(row(mark).first()).toBeVisible()
  await expect.poll(top).toBe(120)
})
