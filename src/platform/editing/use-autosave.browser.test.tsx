import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { loseNextRequest } from '../../../test/browser/network.ts'
import { renderApp } from '../../../test/browser/render.tsx'
import { createAutosave, type SaveState } from './autosave.ts'
import { useAutosave } from './use-autosave.ts'

const stale = new Error('stale_version')
const field = page.getByRole('textbox')
const state = page.getByRole('status', { name: 'מצב' })

/** A field whose saves the test answers: by a number of refusals, then by success. */
async function openField(refusals: Error[]) {
  const sent: string[] = []
  function Field() {
    const [autosave] = useState(() =>
      createAutosave<{ text: { title: string }; saving: SaveState }, 'text'>({
        opened: { text: { title: '' }, saving: 'saved' },
        text: 'text',
        async save({ text }) {
          sent.push(text.title)
          const refusal = refusals.shift()
          if (refusal) throw refusal
          return {}
        },
        isConflict: (error) => error === stale,
        onFailed: () => {},
        pauseMs: 50,
      }),
    )
    const now = useAutosave(autosave)
    return (
      <>
        <input value={now.text.title} onChange={({ target }) => autosave.change({ title: target.value })} />
        <output aria-label="מצב">{now.saving}</output>
      </>
    )
  }
  const { connection, unmount } = await renderApp(<Field />, { as: 'owner' })
  return { sent, unmount, network: connection.network }
}

/** A check of the connection fails, and the next one succeeds. */
async function comeBack({ network }: Awaited<ReturnType<typeof openField>>) {
  loseNextRequest('/health')
  await network.retry()
  await network.retry()
  expect(network.read()).toBe('reachable')
}

test('a save that failed is repeated once the server is reachable again, with what was typed since', async () => {
  const opened = await openField([new TypeError('Failed to fetch')])
  await field.fill('א')
  await expect.element(state).toHaveTextContent('failed')
  await comeBack(opened)
  await expect.element(state).toHaveTextContent('saved')
  expect(opened.sent).toEqual(['א', 'א'])
  await comeBack(opened)
  expect(opened.sent).toHaveLength(2)
})

test('a save that was refused as stale, or whose screen is closed, is not repeated', async () => {
  const conflicted = await openField([stale])
  await field.fill('א')
  await expect.element(state).toHaveTextContent('conflict')
  await comeBack(conflicted)
  expect(conflicted.sent).toHaveLength(1)
  await conflicted.unmount()

  const closed = await openField([new TypeError('Failed to fetch')])
  await field.fill('א')
  await expect.element(state).toHaveTextContent('failed')
  await closed.unmount()
  await comeBack(closed)
  expect(closed.sent).toHaveLength(1)
})
