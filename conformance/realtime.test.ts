import type { RealtimePostgresChangesPayload, SupabaseClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { service, signedIn, visitor } from './clients.ts'

type Change = RealtimePostgresChangesPayload<{ id: string; name: string }>

test('staff receive changes of a task; a client receives none, and a visitor is refused', async () => {
  const owner = await signedIn('owner')
  const { data: me } = await owner.auth.getUser()
  const received = { owner: await listen(owner), client: await listen(await signedIn('client')) }
  await expect(listen(visitor())).rejects.toThrow(/Unable to subscribe to changes/)

  const { data: task, error } = await owner
    .from('tasks')
    .insert({ name: 'בדיקה של ערוץ חי', user_id: me.user!.id, status: 'To Do' })
    .select('id')
    .single()
  expect(error).toBeNull()
  await owner.from('tasks').update({ name: 'שם חדש' }).eq('id', task!.id)
  await service().from('tasks').delete().eq('id', task!.id)

  await expect.poll(() => received.owner.map((change) => change.eventType)).toEqual(['INSERT', 'UPDATE', 'DELETE'])
  expect(received.owner[1]).toMatchObject({ schema: 'public', table: 'tasks', new: { id: task!.id, name: 'שם חדש' } })
  expect(received.client).toEqual([])
})

/** Resolves when the server reports that changes stream. */
async function listen(browser: SupabaseClient): Promise<Change[]> {
  const changes: Change[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  browser
    .channel('tasks-of-a-test')
    .on(
      'postgres_changes',
      { event: '*', schema: 'public', table: 'tasks' },
      (change) => void changes.push(change as Change),
    )
    .on('system', {}, (message: { status: string }) =>
      message.status === 'ok' ? resolve() : reject(new Error(JSON.stringify(message))),
    )
    .subscribe()
  await promise
  return changes
}
