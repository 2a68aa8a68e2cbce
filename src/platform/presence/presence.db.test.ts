import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'

const db = await testDatabase()
const { as } = await makeActors(db)

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
