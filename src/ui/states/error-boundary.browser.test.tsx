import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ErrorBoundary, maxRetries } from './error-boundary.tsx'

/** A part that throws while `isBroken` is set. */
function fragilePart() {
  const state = { isBroken: true }
  function Part() {
    if (state.isBroken) throw new Error('broken')
    return <p>התוכן</p>
  }
  return { state, Part }
}

const options = { createRootOptions: { onCaughtError() {} } }
const retry = page.getByRole('button', { name: 'ניסיון נוסף' })
const content = page.getByText('התוכן')

test('a crashed part shows the reference of its error, and a successful retry renders it again', async () => {
  const { state, Part } = fragilePart()
  const onCatch = vi.fn(() => ({ reference: 'ab12', shows: true }))
  await render(
    <ErrorBoundary onCatch={onCatch}>
      <Part />
    </ErrorBoundary>,
    options,
  )
  await expect.element(page.getByRole('alert')).toMatchTextContent('מספר השגיאה: ab12')
  expect(onCatch).toHaveBeenCalledOnce()
  state.isBroken = false
  await retry.click()
  await expect.element(content).toBeVisible()
})

test('a part that crashes repeatedly can be retried four times', async () => {
  const { Part } = fragilePart()
  await render(
    <ErrorBoundary onCatch={() => ({ reference: 'ab12', shows: true })}>
      <Part />
    </ErrorBoundary>,
    options,
  )
  for (let i = 0; i <= maxRetries; i += 1) {
    await expect.element(retry).toBeEnabled()
    await retry.click()
  }
  await expect.element(retry).toBeDisabled()
  await expect.element(page.getByRole('alert')).toMatchTextContent('הניסיונות לא עזרו')
})

test('after a silent error the part is rendered again immediately', async () => {
  const { state, Part } = fragilePart()
  const onCatch = vi.fn(() => {
    state.isBroken = false
    return { reference: 'ab12', shows: false }
  })
  await render(
    <ErrorBoundary onCatch={onCatch}>
      <Part />
    </ErrorBoundary>,
    options,
  )
  await expect.element(content).toBeVisible()
  expect(onCatch).toHaveBeenCalledOnce()
  expect(page.getByRole('alert').elements()).toEqual([])
})

test('a silent error that persists is shown', async () => {
  const { Part } = fragilePart()
  const onCatch = vi.fn(() => ({ reference: 'ab12', shows: false }))
  await render(
    <ErrorBoundary onCatch={onCatch}>
      <Part />
    </ErrorBoundary>,
    options,
  )
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(onCatch).toHaveBeenCalledTimes(maxRetries + 1)
})

test('after a successful retry the focus is on the main element', async () => {
  const { state, Part } = fragilePart()
  await render(
    <main>
      <ErrorBoundary onCatch={() => ({ reference: 'ab12', shows: true })}>
        <Part />
      </ErrorBoundary>
    </main>,
    options,
  )
  await expect.element(retry).toBeVisible()
  state.isBroken = false
  await retry.click()
  await expect.element(content).toBeVisible()
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('after a failed retry the focus is on the retry button, and after the last one on the button that is enabled', async () => {
  const { Part } = fragilePart()
  await render(
    <main>
      <ErrorBoundary onCatch={() => ({ reference: 'ab12', shows: true })}>
        <Part />
      </ErrorBoundary>
    </main>,
    options,
  )
  for (let i = 0; i < maxRetries; i += 1) {
    await retry.click()
    await expect.element(retry).toHaveFocus()
  }
  await retry.click()
  await expect.element(retry).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'רענון העמוד' })).toHaveFocus()
})
