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
type Heard = { changes: Change[]; statuses: string[]; system: { status: string; message: string }[] }

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

/** Resolves when the server has said whether changes flow. */
async function listen(
  client: SupabaseClient,
  wish: { event?: '*' | 'DELETE'; filter?: string; select?: string[]; table?: string },
) {
  const heard: Heard = { changes: [], statuses: [], system: [] }
  const answered = Promise.withResolvers<void>()
  client
    .channel(`tasks ${crypto.randomUUID()}`)
    .on<Task>(
      'postgres_changes',
      { event: wish.event ?? '*', schema: 'public', table: 'tasks', ...wish } as { event: '*'; schema: 'public' },
      (change) => heard.changes.push(change),
    )
    .on('system', {}, (message) => {
      heard.system.push(message)
      answered.resolve()
    })
    .subscribe((status) => heard.statuses.push(status))
  await answered.promise
  return heard
}

const add = (client: SupabaseClient & { userId: string }, name: string, status = 'To Do') =>
  client.from('tasks').insert({ name, user_id: client.userId, status }).select('id').single()
const names = ({ changes }: Heard) => changes.map(({ new: task }) => (task as Task).name)
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 })

test.each(['1.0.0', '2.0.0'])(
  'filters, a selection of columns and deletes hold, and what is written on one node is heard on the other (protocol %s)',
  async (vsn) => {
    const mark = crypto.randomUUID()
    const here = await owner()
    const there = await owner(otherAddress, vsn)
    const all = await listen(there, { filter: `name=like.${mark}%` })
    const done = await listen(there, {
      filter: postgresChangesFilter().match('name', `^${mark} (b|c)$`).not('status', 'in', ['To Do']).build(),
      select: ['id', 'name'],
    })
    const gone = await listen(there, { event: 'DELETE', filter: `name=eq.${mark} a` })
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
    await eventually(() => gone.changes.length).toBe(1)
    expect(gone.changes[0]).toMatchObject({ eventType: 'DELETE', new: {}, old: { name: `${mark} a` } })
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
])('a wish for %j is answered with what is wrong, and the channel stays open', async (wish, message) => {
  const heard = await listen(await owner(), wish)
  expect(heard.system[0]).toMatchObject({ status: 'error', message: expect.stringContaining(message) })
  expect(heard.statuses).toEqual(['SUBSCRIBED'])
})

test('after a dropped connection a client joins again and receives changes from then on, each once', async () => {
  const mark = crypto.randomUUID()
  const line = await openLine(address)
  const writer = await owner()
  const heard = await listen(await owner(line.url), { filter: `name=like.${mark}%` })
  await add(writer, `${mark} 1`)
  await eventually(() => heard.changes.length).toBe(1)
  line.cut()
  await eventually(() => heard.statuses.at(-1)).toBe('CHANNEL_ERROR')
  await add(writer, `${mark} 2`)
  await add(writer, `${mark} 3`)
  await eventually(() => heard.statuses.at(-1)).toBe('SUBSCRIBED')
  await add(writer, `${mark} 4`)
  await add(writer, `${mark} 5`)
  await eventually(() => names(heard)).toEqual([1, 4, 5].map((n) => `${mark} ${n}`))
  await (await signedIn('owner')).from('tasks').delete().like('name', `${mark}%`)
})

/** A line to the server that can be hung up from the middle. */
async function openLine(to: string) {
  const { port, hostname } = new URL(to)
  const ends = new Set<Socket>()
  const server = createServer((client) => {
    const behind = connect(Number(port), hostname)
    for (const end of [client, behind]) {
      ends.add(end)
      end.on('error', () => {})
      end.on('close', () => [client, behind].forEach((one) => one.destroy()))
    }
    client.pipe(behind).pipe(client)
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
