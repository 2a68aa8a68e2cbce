// The cost of listening to a table: commits per second and commit-to-socket latency with no listener, logical decoding and triggers.
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { WebSocket } from 'ws'
import { makeInstallation, stop } from './installation.ts'

const { values } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== 'changes'),
  options: { seconds: { type: 'string', default: '5' }, writers: { type: 'string', default: '8' } },
})
const print = (text: string) => process.stdout.write(`${text}\n`)
const per = (list: number[], share: number) => list.toSorted((a, b) => a - b)[Math.floor(list.length * share)] ?? NaN

print(`${values.writers} writers, one row in a transaction, ${values.seconds} s`)
for (const source of ['no listener', 'log', 'triggers'] as const) {
  const installation = await makeInstallation({ REALTIME_CHANGES: source === 'triggers' ? 'triggers' : 'log' })
  const { child } = await installation.start()
  try {
    print(`${source.padEnd(15)} ${await measure(installation, source !== 'no listener')}`)
  } finally {
    await stop(child)
    installation.remove()
  }
}

async function measure(installation: Awaited<ReturnType<typeof makeInstallation>>, hasListener: boolean) {
  await installation.sql(`
    create table public.cost (id bigint generated always as identity primary key, written_at float8, body text);
    grant select on public.cost to service_role;
    alter publication supabase_realtime add table public.cost`)
  const waits: number[] = []
  const socket = hasListener ? await listen(installation.url, installation.serviceKey(), waits) : undefined
  const until = performance.now() + Number(values.seconds) * 1000
  const commits = await Promise.all(Array.from({ length: Number(values.writers) }, () => write(until)))
  const perSecond = commits.reduce((sum, count) => sum + count, 0) / Number(values.seconds)
  for (let seen = -1; hasListener && seen < waits.length; await new Promise((resolve) => setTimeout(resolve, 500)))
    seen = waits.length
  const busy = hasListener
    ? `, ${waits.length} received, p50 ${per(waits, 0.5).toFixed(1)} p99 ${per(waits, 0.99).toFixed(1)} ms`
    : ''
  waits.length = 0
  for (let i = 0; hasListener && i < 50; i++) {
    await write(0)
    await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 20))
  }
  socket?.close()
  const calm = hasListener
    ? `; with one writer p50 ${per(waits, 0.5).toFixed(1)} p99 ${per(waits, 0.99).toFixed(1)} ms`
    : ''
  return `${Math.round(perSecond)} commits/s${busy}${calm}`

  /** Writes until the end time, at least one row. */
  async function write(end: number) {
    const client = new pg.Client(installation.login('postgres'))
    await client.connect()
    let count = 0
    do {
      const text = `insert into public.cost (written_at, body) values ($1, 'a body of some length')`
      await client.query({ name: 'insert', text, values: [Date.now()] })
      count++
    } while (performance.now() < end)
    await client.end()
    return count
  }
}

async function listen(url: string, key: string, waits: number[]) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}`)
  await once(socket, 'open')
  const flows = Promise.withResolvers<void>()
  socket.on('message', (bytes: Buffer) => {
    const { event, payload } = JSON.parse(bytes.toString()) as {
      event: string
      payload: { data: { record: { written_at: number } } }
    }
    if (event === 'system') flows.resolve()
    if (event === 'postgres_changes') waits.push(Date.now() - payload.data.record.written_at)
  })
  const config = { postgres_changes: [{ event: 'INSERT', schema: 'public', table: 'cost' }] }
  socket.send(
    JSON.stringify({ topic: 'realtime:cost', event: 'phx_join', payload: { config }, ref: '1', join_ref: '1' }),
  )
  await flows.promise
  return socket
}
