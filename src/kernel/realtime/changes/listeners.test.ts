import { expect, test } from 'vitest'
import { createListeners } from './listeners.ts'

test('a listener that was added twice receives a change once, and no change after its removal', () => {
  const listeners = createListeners()
  const subscription = { event: '*', schema: 'public', table: 'tasks', passes: () => true, databaseConditions: [] }
  const listener = { caller: { role: 'anon', claims: '{}' }, subscriptions: [subscription] } as never
  const relation = { oid: 1, schema: 'public', table: 'tasks', identity: 'd', columns: [] } as const
  const change = { type: 'INSERT', relation, after: [], isWhole: false, xid: 1, committedAt: new Date() } as never
  listeners.add(listener)
  listeners.add(listener)
  expect(listeners.match(change)).toHaveLength(1)
  listeners.remove(listener)
  expect(listeners.match(change)).toEqual([])
})
