import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { toast, Toaster, useToastHistory } from './toast.tsx'

function History() {
  const past = useToastHistory()
  return <output>{past.map(({ text }) => text).join(' | ')}</output>
}

const show = () =>
  render(
    <>
      <button type="button">כפתור</button>
      <Toaster />
      <History />
    </>,
  )
const shown = () =>
  [...document.querySelectorAll('.toast:not([data-limited]):not([data-ending-style])')].map((each) => each.textContent)
/** The close button is in the accessibility tree only while the pointer or the focus is in the region. */
const close = () =>
  page
    .elementLocator(
      document.querySelector('.toast:not([data-limited], [data-ending-style]) [aria-label="סגירת ההודעה"]')!,
    )
    .click()

// Must be the first test: the region is loaded only once.
test('a toast shown before the region is loaded is not lost', async () => {
  toast.error('מוקדמת')
  await show()
  await expect.element(page.getByText('מוקדמת')).toBeVisible()
  await close()
  await expect.poll(shown).toEqual([])
})

test('one toast is shown at a time, and the next one follows it', async () => {
  await show()
  toast.error('ראשונה')
  await expect.element(page.getByText('ראשונה')).toBeVisible()
  toast.error('שנייה', { title: 'כותרת' })
  await expect.poll(shown).toEqual(['כותרתשנייה'])
  await close()
  await expect.poll(shown).toEqual(['ראשונה'])
  await close()
  await expect.poll(shown).toEqual([])
})

test('a toast with the same id replaces the previous one', async () => {
  await show()
  const id = toast.error('נשמרים 3')
  await expect.element(page.getByText('נשמרים 3')).toBeVisible()
  toast.error('נשמרו 3', { id })
  await expect.element(page.getByText('נשמרו 3')).toBeVisible()
  await expect.poll(shown).toEqual(['נשמרו 3'])
  toast.close(id)
  await expect.poll(shown).toEqual([])
})

test('the action of a toast runs once and closes it', async () => {
  const run = vi.fn()
  await show()
  toast.success('נמחק', { action: { text: 'ביטול', run } })
  const undo = page.getByRole('button', { name: 'ביטול' })
  await undo.click()
  await expect.poll(shown).toEqual([])
  expect(run).toHaveBeenCalledOnce()
})

test('closed toasts are in the history, newest first', async () => {
  await show()
  for (const text of ['נשמר', 'נשלח']) {
    const id = toast.info(text, { title: 'הודעה' })
    await expect.poll(shown).toEqual([`הודעה${text}`])
    toast.close(id)
    await expect.poll(shown).toEqual([])
  }
  await expect.element(page.getByText(/הודעה: נשלח \| הודעה: נשמר/)).toBeInTheDocument()
})

test('a toast does not take the focus, and can be closed by keyboard', async () => {
  await show()
  await page.getByRole('button', { name: 'כפתור' }).click()
  toast.error('שגיאה')
  await expect.element(page.getByText('שגיאה')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'כפתור' })).toHaveFocus()
  await userEvent.keyboard('{F6}')
  await expect.poll(() => document.querySelector('.toasts')?.contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Tab}{Escape}')
  await expect.poll(shown).toEqual([])
})
