// Database connections that break without a FIN, for example by an unplugged cable or a firewall that drops the session.
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
const proxy = createServer((near) => {
  const far = connect(`${direct.host}/.s.PGSQL.5432`)
  ends.push(near, far)
  for (const end of [near, far]) end.on('error', () => {})
  near.pipe(far).pipe(near)
  near.on('close', () => far.destroy())
})
proxy.listen(0, '127.0.0.1')
await once(proxy, 'listening')
afterAll(() => {
  for (const end of ends) end.destroy()
  proxy.close()
})

test.each(['log', 'triggers'] as const)('a dead connection is detected and replaced (%s)', async (kind) => {
  const lost = vi.fn<() => void>()
  const received: string[] = []
  const take = ({ kind }: LogicalMessage) => void received.push(kind)
  const config = { ...direct, host: '127.0.0.1', port: (proxy.address() as AddressInfo).port }
  const source = openSource({
    config,
    publication: 'supabase_realtime',
    setting: kind,
    log: fastify().log,
    silentMs: 3000,
    handler: { take, lost },
  })
  expect(await source.flowing(9000)).toBe(kind)
  // An idle database still answers status requests.
  await new Promise((resolve) => setTimeout(resolve, 7500))
  expect(lost).not.toHaveBeenCalled()
  for (const end of ends) end.unpipe().pause()
  const dead = ends
  ends = []
  await eventually(() => expect(lost).toHaveBeenCalledOnce())
  expect(await source.flowing(9000)).toBe(kind)
  for (const end of dead) end.destroy()
  await db.sql('insert into cards select count(*) + 1 from cards')
  await eventually(() => expect(received).toContain('insert'))
  await source.stop()
})
