import { useState } from 'react'
import { Link } from 'react-router'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { TextField } from '#ui/forms/field.tsx'
import { renderApp } from '../../../test/browser/render.tsx'
import { LeaveGuard } from './leave-guard.tsx'

function Editor() {
  const [text, setText] = useState('')
  return (
    <>
      <LeaveGuard isUnsaved={text !== ''} />
      <TextField label="טקסט" name="text" value={text} onChange={(event) => setText(event.target.value)} />
      <Link to="?tab=2">לשונית</Link> <Link to="/elsewhere">מסך אחר</Link>
    </>
  )
}

const field = page.getByLabelText('טקסט')
const question = page.getByRole('dialog', { name: 'לצאת בלי לשמור?' })
const leave = () => page.getByRole('link', { name: 'מסך אחר' }).click()

test('a screen without unsaved text is left at once', async () => {
  await renderApp(<Editor />, { path: '/editor' })
  await leave()
  await expect.poll(() => location.pathname).toBe('/elsewhere')
})

test('unsaved text holds the screen until the question is answered', async () => {
  await renderApp(<Editor />, { path: '/editor' })
  await field.fill('פתיחה')
  await leave()
  await question.getByRole('button', { name: 'חזרה לעריכה' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(location.pathname).toBe('/editor')
  await expect.element(field).toHaveValue('פתיחה')
  await leave()
  await question.getByRole('button', { name: 'יציאה בלי לשמור' }).click()
  await expect.poll(() => location.pathname).toBe('/elsewhere')
})

test('Escape answers the question with staying', async () => {
  await renderApp(<Editor />, { path: '/editor' })
  await field.fill('פתיחה')
  await leave()
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  expect(location.pathname).toBe('/editor')
})

test('another tab of the same screen is opened without a question', async () => {
  await renderApp(<Editor />, { path: '/editor' })
  await field.fill('פתיחה')
  await page.getByRole('link', { name: 'לשונית' }).click()
  await expect.poll(() => location.search).toBe('?tab=2')
  expect(question.elements()).toEqual([])
})

test('closing the window is questioned while there is unsaved text', async () => {
  const asks = () => {
    const event = new Event('beforeunload', { cancelable: true })
    dispatchEvent(event)
    return event.defaultPrevented
  }
  await renderApp(<Editor />, { path: '/editor' })
  expect(asks()).toBe(false)
  await field.fill('פתיחה')
  await expect.poll(asks).toBe(true)
  await field.fill('')
  await expect.poll(asks).toBe(false)
})
