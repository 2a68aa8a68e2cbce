import { useState } from 'react'
import { Link } from 'react-router'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { TextField } from '#ui/forms/field.tsx'
import { useUnsaved } from '#ui/forms/unsaved.ts'
import { renderApp } from '../../../test/browser/render.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

function Editor() {
  const [text, setText] = useState('')
  useUnsaved(text !== '')
  return (
    <>
      <UnsavedGuard />
      <TextField label="טקסט" name="text" value={text} onChange={(event) => setText(event.target.value)} />
      <Link to="?q=2">סינון</Link> <Link to="?thread=2">שיחה אחרת</Link> <Link to="/elsewhere">מסך אחר</Link>
    </>
  )
}

const field = page.getByLabelText('טקסט')
const question = page.getByRole('dialog', { name: 'לצאת בלי לשמור?' })
const leave = () => page.getByRole('link', { name: 'מסך אחר' }).click()

test('navigation without unsaved text is not blocked', async () => {
  await renderApp(<Editor />, { path: '/editor' })
  await leave()
  await expect.poll(() => location.pathname).toBe('/elsewhere')
})

test('unsaved text blocks navigation until the user confirms', async () => {
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

test('Escape in the confirmation stays on the screen', async () => {
  await renderApp(<Editor />, { path: '/editor' })
  await field.fill('פתיחה')
  await leave()
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  expect(location.pathname).toBe('/editor')
})

test('changing a filter parameter needs no confirmation', async () => {
  await renderApp(<Editor />, { path: '/editor' })
  await field.fill('פתיחה')
  await page.getByRole('link', { name: 'סינון' }).click()
  await expect.poll(() => location.search).toBe('?q=2')
  expect(question.elements()).toEqual([])
})

test('changing the thread parameter asks for confirmation', async () => {
  await renderApp(<Editor />, { path: '/editor?thread=1' })
  await field.fill('פתיחה')
  await page.getByRole('link', { name: 'שיחה אחרת' }).click()
  await question.getByRole('button', { name: 'חזרה לעריכה' }).click()
  expect(location.search).toBe('?thread=1')
  await expect.element(field).toHaveValue('פתיחה')
})
