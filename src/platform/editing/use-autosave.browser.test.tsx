import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { loseNextRequest, loseRequests } from '../../../test/browser/network.ts'
import { renderApp } from '../../../test/browser/render.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { createAutosave, type SaveState } from './autosave.ts'
import { useAutosave } from './use-autosave.ts'

const stale = new Error('stale_version')
const field = page.getByRole('textbox')
const notice = page.getByRole('region', { name: 'הודעות' }).getByText('השדה עוד לא נשמר')
const state = page.getByRole('status', { name: 'מצב' })

/** A field whose first saves fail with the given refusals; later saves succeed. */
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
        onFailed: () => toast.error('השדה עוד לא נשמר', { id: 'field-save' }),
        pauseMs: 50,
      }),
    )
    const now = useAutosave(autosave, 'field-save')
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

/** Makes one connection check fail and the next one succeed. */
async function reconnect({ network }: Pick<Awaited<ReturnType<typeof openField>>, 'network'>) {
  loseNextRequest('/health')
  await network.retry()
  await network.retry()
  expect(network.read()).toBe('reachable')
}

const cut = () => new TypeError('Failed to fetch')

test('a failed save is retried with the current text once the server is reachable again', async () => {
  // Mocks all requests: a late response to another one would mark the server as reachable.
  const server = loseRequests('/')
  const { sent, network } = await openField([cut(), cut()])
  await field.fill('א')
  await expect.poll(network.read).toBe('unreachable')
  await expect.element(state).toHaveTextContent('failed')
  await field.fill('אב')
  await expect.poll(() => sent).toEqual(['א', 'אב'])
  await expect.element(state).toHaveTextContent('failed')
  await expect.element(notice).toBeVisible()
  server.restore()
  await network.retry()
  await expect.element(state).toHaveTextContent('saved')
  expect(sent).toEqual(['א', 'אב', 'אב'])
  await expect.element(notice).not.toBeInTheDocument()
  await reconnect({ network })
  expect(sent).toHaveLength(3)
})

test('a save without a response from a reachable server is retried once per content', async () => {
  const { sent, network } = await openField([cut(), cut(), cut()])
  await field.fill('א')
  await expect.poll(() => sent).toEqual(['א', 'א'])
  await expect.element(state).toHaveTextContent('failed')
  await network.retry()
  expect(sent).toHaveLength(2)
  await field.fill('אב')
  await expect.poll(() => sent).toEqual(['א', 'א', 'אב', 'אב'])
  await expect.element(state).toHaveTextContent('saved')
})

test('a save that the server refused is not retried', async () => {
  const { sent, network } = await openField([Object.assign(new Error('refused'), { code: 'PT422' })])
  await field.fill('א')
  await expect.element(state).toHaveTextContent('failed')
  await network.retry()
  expect(sent).toEqual(['א'])
})

test('a save that was refused as stale, or whose screen was closed, is not retried', async () => {
  const conflicted = await openField([stale])
  await field.fill('א')
  await expect.element(state).toHaveTextContent('conflict')
  await reconnect(conflicted)
  expect(conflicted.sent).toHaveLength(1)
  await conflicted.unmount()

  const health = loseRequests('/health')
  const closed = await openField([cut()])
  await field.fill('א')
  await expect.poll(closed.network.read).toBe('unreachable')
  await closed.unmount()
  health.restore()
  await closed.network.retry()
  expect(closed.network.read()).toBe('reachable')
  expect(closed.sent).toHaveLength(1)
})
