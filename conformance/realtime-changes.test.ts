import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import {
  type RealtimePostgresChangesPayload,
  type SupabaseClient,
  createClient,
  postgresChangesFilter,
} from '@supabase/supabase-js'
import { afterAll, expect, test } from 'vitest'
import { address, loginOf, otherAddress, publicKey, service, signedIn } from './clients.ts'

type Task = { id: string; name: string; status: string }
type Change = RealtimePostgresChangesPayload<Task>
type Received = { changes: Change[]; statuses: string[]; system: { status: string; message: string }[] }

const clients: SupabaseClient[] = []
afterAll(() => Promise.all(clients.map((client) => client.realtime.disconnect())))

async function owner(at = address, vsn = '2.0.0') {
  const settings = { auth: { persistSession: false, autoRefreshToken: false }, realtime: { vsn } }
  const client = createClient(at, publicKey, settings)
  clients.push(client)
  const { data, error } = await client.auth.signInWithPassword(loginOf('owner'))
  if (error) throw error
  return Object.assign(client, { userId: data.user.id })
}

/** Resolves when the server has reported whether changes stream. */
async function listen(
  client: SupabaseClient,
  options: { event?: '*' | 'DELETE'; filter?: string; select?: string[]; table?: string },
) {
  const received: Received = { changes: [], statuses: [], system: [] }
  const answered = Promise.withResolvers<void>()
  client
    .channel(`tasks ${crypto.randomUUID()}`)
    .on<Task>(
      'postgres_changes',
      { event: options.event ?? '*', schema: 'public', table: 'tasks', ...options } as { event: '*'; schema: 'public' },
      (change) => received.changes.push(change),
    )
    .on('system', {}, (message) => {
      received.system.push(message)
      answered.resolve()
    })
    .subscribe((status) => received.statuses.push(status))
  await answered.promise
  return received
}

const add = (client: SupabaseClient & { userId: string }, name: string, status = 'To Do') =>
  client.from('tasks').insert({ name, user_id: client.userId, status }).select('id').single()
const names = ({ changes }: Received) => changes.map(({ new: task }) => (task as Task).name)
const eventually = <T>(read: () => T) => expect.poll(read)

test.each(['1.0.0', '2.0.0'])(
  'filters, selected columns and deletes work, and changes on one node reach the other (protocol %s)',
  async (vsn) => {
    const mark = crypto.randomUUID()
    const here = await owner()
    const there = await owner(otherAddress, vsn)
    const all = await listen(there, { filter: `name=like.${mark}%` })
    const done = await listen(there, {
      filter: postgresChangesFilter().match('name', `^${mark} (b|c)$`).not('status', 'in', ['To Do']).build(),
      select: ['id', 'name'],
    })
    const deleted = await listen(there, { event: 'DELETE', filter: `name=eq.${mark} a` })
    for (const [name, status] of [
      ['a', 'Done'],
      ['b', 'To Do'],
      ['c', 'Done'],
    ] as const)
      await add(here, `${mark} ${name}`, status)
    await here.from('tasks').update({ status: 'Done' }).eq('name', `${mark} b`)
    await service().from('tasks').delete().like('name', `${mark}%`)
    await eventually(() => all.changes.map(({ eventType }) => eventType)).toEqual([
      'INSERT',
      'INSERT',
      'INSERT',
      'UPDATE',
      'DELETE',
      'DELETE',
      'DELETE',
    ])
    await eventually(() => done.changes.length).toBe(4)
    const id = expect.any(String)
    expect(done.changes.slice(0, 2).map((change) => change.new)).toEqual([
      { id, name: `${mark} c` },
      { id, name: `${mark} b` },
    ])
    await eventually(() => deleted.changes.length).toBe(1)
    expect(deleted.changes[0]).toMatchObject({ eventType: 'DELETE', new: {}, old: { name: `${mark} a` } })
  },
)

test.each([
  [{ filter: 'nosuch=eq.1' }, 'invalid column for filter nosuch'],
  [{ filter: 'name=match.(' }, 'invalid regular expression'],
  [{ filter: 'name' }, 'Error parsing filter params'],
  [{ filter: `id=eq.' or true --` }, 'invalid input syntax for type uuid'],
  [{ select: ['nosuch'] }, 'invalid column for select nosuch'],
  [{ table: 'tasks"; drop table tasks; --' }, 'Unable to subscribe to changes with given parameters'],
  [{ table: 'user_roles' }, 'Unable to subscribe to changes with given parameters'],
])('a subscription with %j is refused with the reason, and the channel stays open', async (options, message) => {
  const received = await listen(await owner(), options)
  expect(received.system[0]).toMatchObject({ status: 'error', message: expect.stringContaining(message) })
  expect(received.statuses).toEqual(['SUBSCRIBED'])
})

test('after a dropped connection a client rejoins and receives each later change once', async () => {
  const mark = crypto.randomUUID()
  const proxy = await openProxy(address)
  const writer = await owner()
  const received = await listen(await owner(proxy.url), { filter: `name=like.${mark}%` })
  await add(writer, `${mark} 1`)
  await eventually(() => received.changes.length).toBe(1)
  proxy.cut()
  await eventually(() => received.statuses.at(-1)).toBe('CHANNEL_ERROR')
  await add(writer, `${mark} 2`)
  await add(writer, `${mark} 3`)
  await eventually(() => received.statuses.at(-1)).toBe('SUBSCRIBED')
  await add(writer, `${mark} 4`)
  await add(writer, `${mark} 5`)
  await eventually(() => names(received)).toEqual([1, 4, 5].map((n) => `${mark} ${n}`))
  await (await signedIn('owner')).from('tasks').delete().like('name', `${mark}%`)
})

/** A TCP proxy to the server that can drop its connections. */
async function openProxy(to: string) {
  const { port, hostname } = new URL(to)
  const ends = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    for (const end of [client, upstream]) {
      ends.add(end)
      end.on('error', () => {})
      end.on('close', () => [client, upstream].forEach((one) => one.destroy()))
    }
    client.pipe(upstream).pipe(client)
  })
  const cut = () => ends.forEach((end) => end.destroy())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    cut()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cut }
}
