import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { eventually } from '../../../test/eventually.ts'
import { testKernel } from '../../../test/kernel-app.ts'
import { openRoomSocket } from '../../../test/room-socket.ts'

const db = await testDatabase()
const { as, ids } = await makeActors(db)
const { app, tokens } = await testKernel(db)
const url = await app.listen({ port: 0, host: '127.0.0.1' })
/** Streams changes only once a channel has joined. */
const newNode = await testKernel(db)
const urlOfNewNode = await newNode.app.listen({ port: 0, host: '127.0.0.1' })

const rightsOf = async (actor: keyof typeof as, topic: string, extension: string) => {
  const { role, ...claims } = as[actor]
  const [row] = await db.sql<{ may_listen: boolean; may_send: boolean }>(
    'select may_listen, may_send from realtime.topic_rights($1, $2, $3, $4)',
    [topic, [extension], role, JSON.stringify({ role, ...claims })],
  )
  return [row!.may_listen, row!.may_send]
}

test.each([
  ['owner', true],
  ['admin', true],
  ['coach', true],
  ['sales', true],
  ['content', false],
  ['client', false],
  ['stranger', false],
  ['visitor', false],
] as const)('%s may join the presence channel of a record: %s', async (actor, may) => {
  expect(await rightsOf(actor, 'viewers:contact:1', 'presence')).toEqual([may, may])
})

test('a presence room allows no broadcast, and presence is allowed in no other topic', async () => {
  expect(await rightsOf('owner', 'viewers:contact:1', 'broadcast')).toEqual([false, false])
  expect(await rightsOf('owner', 'contact:1', 'presence')).toEqual([false, false])
})

test('a user who loses a role is removed from open channels, and colleagues stay', async () => {
  const enter = async (actor: 'sales' | 'coach') => {
    const socket = await openRoomSocket(url, tokens.anonKey)
    const access = await tokens.sign(as[actor], 600)
    expect(await socket.join('viewers:contact:2', access)).toBe('ok')
    return socket
  }
  const [sales, coach] = [await enter('sales'), await enter('coach')]
  await db.sql('update user_roles set is_active = false where user_id = $1', [ids.sales])
  await eventually(() => expect(sales.events).toContain('phx_close'))
  expect(coach.events).not.toContain('phx_close')
  sales.close()
  coach.close()
})

test('a role revoked before a new node reads the change feed closes the channel once the node reads it', async () => {
  // The creation of a replication slot waits for running transactions.
  const running = await db.owner.connect()
  await running.query('begin')
  await running.query('select pg_current_xact_id()')
  const socket = await openRoomSocket(urlOfNewNode, newNode.tokens.anonKey)
  expect(await socket.join('viewers:contact:3', await newNode.tokens.sign(as.admin, 600))).toBe('ok')
  await db.sql('update user_roles set is_active = false where user_id = $1', [ids.admin])
  await running.query('commit')
  running.release()
  await eventually(() => expect(socket.events).toContain('phx_close'))
  socket.close()
})
