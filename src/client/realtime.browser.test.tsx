import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { backendAs, renderApp } from '../../test/browser/render.tsx'
import { useTableChanges } from './realtime.ts'

const backend = backendAs('owner')

/** The names of a contact's tasks, as their changes are reported. */
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

test('changes of the watched rows are delivered individually, and changes of other rows are not', async () => {
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
