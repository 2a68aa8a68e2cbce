// A line to the database that dies without a word: a cable, a firewall that forgets.
import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import fastify from 'fastify'
import { afterAll, expect, test, vi } from 'vitest'
import { eventually } from '../../../../test/eventually.ts'
import { testDatabase } from '../../../../test/database.ts'
import type { LogicalMessage } from './pgoutput.ts'
import { openSource } from './source.ts'

const db = await testDatabase()
await db.sql('create table cards (id int8 primary key); alter publication supabase_realtime add table cards')
const direct = db.connect('supabase_realtime_admin')

let ends: Socket[] = []
const line = createServer((near) => {
  const far = connect(`${direct.host}/.s.PGSQL.5432`)
  ends.push(near, far)
  for (const end of [near, far]) end.on('error', () => {})
  near.pipe(far).pipe(near)
  near.on('close', () => far.destroy())
})
line.listen(0, '127.0.0.1')
await once(line, 'listening')
afterAll(() => {
  for (const end of ends) end.destroy()
  line.close()
})

test.each(['log', 'triggers'] as const)('a line that is dead is noticed, and another opened: %s', async (way) => {
  const lost = vi.fn<() => void>()
  const heard: string[] = []
  const take = ({ kind }: LogicalMessage) => void heard.push(kind)
  const config = { ...direct, host: '127.0.0.1', port: (line.address() as AddressInfo).port }
  const source = openSource({
    config,
    publication: 'supabase_realtime',
    way,
    log: fastify().log,
    silentMs: 1000,
    handler: { take, lost },
  })
  expect(await source.flowing(9000)).toBe(way)
  // Nothing happens for a while: that alone is no silence.
  await new Promise((resolve) => setTimeout(resolve, 2500))
  expect(lost).not.toHaveBeenCalled()
  for (const end of ends) end.unpipe().pause()
  const dead = ends
  ends = []
  await eventually(() => expect(lost).toHaveBeenCalledOnce())
  expect(await source.flowing(9000)).toBe(way)
  for (const end of dead) end.destroy()
  await db.sql('insert into cards select count(*) + 1 from cards')
  await eventually(() => expect(heard).toContain('insert'))
  await source.stop()
})
