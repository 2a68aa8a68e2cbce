// The listeners of the benchmark, in their own process. Opens connections, has messages sent, and counts what each receives.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, openPlain, openWeb } from './wire.ts'
import { rowWriter } from './writer.ts'

/** `plain`: the relay. `broadcast`: one channel. `changes`: rows of two teams, each seen by half of the users. */
export type Task = {
  kind: 'plain' | 'broadcast' | 'changes'
  port: number
  sockets: number
  seconds: number
  groups: number
  /** The maximum number of messages in flight. */
  window: number
  /** One user per socket; users of a group are consecutive. */
  tokens: string[]
  key: string
  /** The database login of the row writer. */
  login?: object
  /** The size of a plain message, equal to the frame size of the other transport. */
  bytes: number
}
export type Result = {
  perSecond: number
  received: number
  messages: number
  lost: number
  frameBytes: number
  oneByOneMs: number
  joinedMs: number
}

const atOnce = 100
const deadlineMs = 60_000

process.on('message', (task: Task) => {
  run(task).then(
    (result) => process.send!({ result }),
    (error: Error) => process.send!({ error: error.stack }),
  )
})

async function run(task: Task): Promise<Result> {
  const connections: Connection[] = []
  const startedAt = performance.now()
  for (let i = 0; i < task.sockets; i += atOnce)
    connections.push(
      ...(await Promise.all(Array.from({ length: Math.min(atOnce, task.sockets - i) }, (_, j) => enter(task, i + j)))),
    )
  const joinedMs = performance.now() - startedAt
  const listeners = count(connections, task.groups)
  const sender = await openSender(task)
  const closed = Promise.withResolvers<never>()
  for (const { socket } of connections) socket.once('close', () => closed.reject(new Error('a connection was closed')))
  try {
    return { joinedMs, ...(await Promise.race([measure(task, listeners, sender), closed.promise])) }
  } finally {
    closed.promise.catch(() => {})
    sender.end()
    for (const { socket } of connections) socket.destroy()
  }
}

async function measure(task: Task, listeners: Listeners, sender: Sender) {
  for (let i = 0; i < 50; i++) await listeners.all(sender.send(i % task.groups))
  const single: number[] = []
  for (let i = 0; i < 50; i++) {
    const startedAt = performance.now()
    await listeners.all(sender.send(i % task.groups))
    single.push(performance.now() - startedAt)
    await sleep(5)
  }
  return { ...(await flood(task, listeners, sender)), oneByOneMs: single.toSorted((a, b) => a - b)[25]! }
}

/** Maximum throughput with at most `window` messages in flight. */
async function flood(task: Task, listeners: Listeners, sender: Sender) {
  process.send!({ begun: true })
  const startedAt = performance.now()
  const before = listeners.received()
  const inFlight: Promise<void>[] = []
  let sentCount = 0
  let expected = 0
  while (performance.now() - startedAt < task.seconds * 1000) {
    const group = sentCount++ % task.groups
    expected += listeners.size(group)
    inFlight.push(listeners.all(sender.send(group)))
    if (inFlight.length >= task.window) await inFlight.shift()
  }
  await Promise.race([Promise.all(inFlight), sleep(deadlineMs)])
  const elapsed = (performance.now() - startedAt) / 1000
  const received = listeners.received() - before
  return {
    perSecond: received / elapsed,
    received,
    messages: sentCount,
    lost: expected - received,
    frameBytes: listeners.frameBytes(),
  }
}

async function enter(task: Task, i: number): Promise<Connection> {
  const group = i % task.groups
  if (task.kind === 'plain') return openPlain(task.port, group)
  const connection = await openWeb(task.port, task.key)
  const changes = [{ event: '*', schema: 'public', table: 'bench_rows' }]
  const config = task.kind === 'changes' ? { postgres_changes: changes } : {}
  const ready = task.kind === 'changes' ? 'Subscribed to PostgreSQL' : '"status":"ok"'
  const joined = Promise.withResolvers<void>()
  connection.onMessage((message) => {
    const text = message.toString()
    if (text.includes('"status":"error"')) joined.reject(new Error(text))
    else if (text.includes(ready)) joined.resolve()
  })
  const payload = { config, access_token: task.tokens[i % task.tokens.length] }
  connection.send(Buffer.from(JSON.stringify(['1', '1', 'realtime:bench', 'phx_join', payload])))
  await joined.promise
  return connection
}

type Listeners = ReturnType<typeof count>

/** Each connection receives the messages of its group in order, so its count identifies the message. */
function count(connections: Connection[], groups: number) {
  const sizes = Array.from({ length: groups }, (_, group) => connections.filter((_, i) => i % groups === group).length)
  /** Per group and message: how many connections have it, and the callback for when all have it. */
  const got = sizes.map(() => [] as number[])
  const waiting = sizes.map(() => new Map<number, () => void>())
  let total = 0
  let bytes = 0
  connections.forEach((connection, i) => {
    const group = i % groups
    let next = 0
    connection.onMessage((message) => {
      total++
      bytes = message.length
      const place = next++
      const have = (got[group]![place] = (got[group]![place] ?? 0) + 1)
      if (have < sizes[group]!) return
      waiting[group]!.get(place)?.()
      waiting[group]!.delete(place)
    })
  })
  return {
    received: () => total,
    size: (group: number) => sizes[group]!,
    frameBytes: () => bytes,
    /** Resolves when every connection of the group has the message with this number. */
    all({ group, place }: { group: number; place: number }) {
      if (got[group]![place] === sizes[group]) return Promise.resolve()
      return new Promise<void>((resolve) => waiting[group]!.set(place, resolve))
    },
  }
}

type Sender = { send(group: number): { group: number; place: number }; end(): void }

async function openSender(task: Task): Promise<Sender> {
  const places = Array.from({ length: task.groups }, () => 0)
  const numbered = (send: (group: number, place: number) => void) => (group: number) => {
    const place = places[group]!++
    send(group, place)
    return { group, place }
  }
  if (task.kind === 'changes') {
    const writer = await rowWriter(task.login!)
    return { send: numbered((group, place) => writer.write(group, place)), end: () => writer.end() }
  }
  const connection =
    task.kind === 'plain' ? await openPlain(task.port, 255) : await enter({ ...task, tokens: task.tokens }, 0)
  connection.onMessage(() => {})
  const send = task.kind === 'plain' ? plainMessage(task.bytes) : broadcastMessage
  return {
    send: numbered((group, place) => connection.send(send(group, place))),
    end: () => connection.socket.destroy(),
  }
}

const plainMessage = (bytes: number) => (group: number) => {
  const message = Buffer.alloc(bytes, 'x')
  message[0] = group
  return message
}

/** A cursor position, as the official client would send it. */
function broadcastMessage(_group: number, place: number) {
  const payload = JSON.stringify({ n: place, x: 512.25, y: 318.5, who: 'a listener of the bench', colour: '#7c4dff' })
  const names = ['1', String(place), 'realtime:bench', 'cursor', ''].map((text) => Buffer.from(text))
  return Buffer.concat([Buffer.from([3, ...names.map(({ length }) => length), 1]), ...names, Buffer.from(payload)])
}
