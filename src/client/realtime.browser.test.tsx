import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { untilSubscribed } from '../../test/browser/until-subscribed.ts'
import { holdNextRequest } from '../../test/browser/network.ts'
import { backendAs, renderApp } from '../../test/browser/render.tsx'
import { useTableChanges } from './realtime.ts'

const backend = backendAs('owner')

/** Renders the task names of a contact in the order in which their changes arrive. */
function Watcher({ contactId }: { contactId: string }) {
  const [names, setNames] = useState<string[]>([])
  useTableChanges({
    table: 'tasks',
    filter: `contact_id=eq.${contactId}`,
    onChanges: ({ changes }) => setNames((now) => [...now, ...changes.map((change) => change.new.name ?? '')]),
  })
  return <output>{names.join(' ')}</output>
}

async function addContact() {
  const { data } = await backend.rpc('add_contact', { first_name: 'נועה', last_name: 'לוי' }).throwOnError()
  return data.id
}
const addTask = (contact_id: string, name: string) => backend.from('tasks').insert({ contact_id, name }).throwOnError()

test('only changes of the watched rows are delivered, each individually', async () => {
  const [own, other] = await Promise.all([addContact(), addContact()])
  await renderApp(<Watcher contactId={own} />, { as: 'owner' })
  const output = page.getByRole('status')
  // Changes before the join are not received.
  const isJoined = async () => {
    await addTask(own, 'בדיקה')
    return output.element().textContent.includes('בדיקה')
  }
  await expect.poll(isJoined, { interval: 500 }).toBe(true)
  await addTask(other, 'אחרת')
  await addTask(own, 'ראשונה')
  await addTask(own, 'אחרונה')
  await expect.element(output).toMatchTextContent(/ראשונה אחרונה$/)
  await expect.element(output).not.toMatchTextContent('אחרת')
})

/** Collects the sockets that the page opens after the call. */
function openedSockets() {
  const { WebSocket: Real } = globalThis
  const opened: WebSocket[] = []
  globalThis.WebSocket = class extends Real {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols)
      opened.push(this)
    }
  }
  onTestFinished(() => {
    globalThis.WebSocket = Real
  })
  return opened
}

/** The names of a contact's tasks, refetched on reconnect. */
function Reader({ contactId }: { contactId: string }) {
  const [names, setNames] = useState('')
  async function read() {
    const { data } = await backend.from('tasks').select('name').eq('contact_id', contactId).throwOnError()
    setNames(data.map(({ name }) => name).join(' '))
  }
  useTableChanges({
    table: 'tasks',
    filter: `contact_id=eq.${contactId}`,
    onChanges: () => {},
    onReconnect: () => void read(),
  })
  return <output>{names}</output>
}

test('changes made while the connection was lost are refetched on reconnect', async () => {
  const contactId = await addContact()
  const sockets = openedSockets()
  const { connection } = await renderApp(<Reader contactId={contactId} />, { as: 'owner' })
  await untilSubscribed({ connection })
  // Awaited, because a slow insert could otherwise be later than the refetch.
  const reading = holdNextRequest('GET /rest/v1/tasks')
  for (const socket of sockets) socket.close()
  await addTask(contactId, 'בזמן הניתוק')
  reading.release()
  await expect.element(page.getByRole('status')).toMatchTextContent('בזמן הניתוק')
})
