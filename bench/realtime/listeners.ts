// The subscribers of the benchmark, in their own process: opens connections, has messages sent, and counts what arrives.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Line, openPlain, openWeb } from './wire.ts'
import { rowWriter } from './writer.ts'

/** `plain`: the relay. `broadcast`: one channel. `changes`: rows of two teams, each seen by half of the users. */
export type Task = {
  kind: 'plain' | 'broadcast' | 'changes'
  port: number
  sockets: number
  seconds: number
  groups: number
  /** Window of messages in flight. */
  window: number
  /** Of a user per socket; the users of a group follow each other. */
  tokens: string[]
  key: string
  /** Where rows are written. */
  login?: object
  /** The size of a plain message: what the other way sends per message. */
  bytes: number
}
export type Result = {
  perSecond: number
  heard: number
  messages: number
  lost: number
  frameBytes: number
  oneByOneMs: number
  enteredMs: number
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
  const lines: Line[] = []
  const begun = performance.now()
  for (let i = 0; i < task.sockets; i += atOnce)
    lines.push(
      ...(await Promise.all(Array.from({ length: Math.min(atOnce, task.sockets - i) }, (_, j) => enter(task, i + j)))),
    )
  const enteredMs = performance.now() - begun
  const listeners = count(lines, task.groups)
  const speaker = await openSpeaker(task)
  const gone = Promise.withResolvers<never>()
  for (const { socket } of lines) socket.once('close', () => gone.reject(new Error('a connection was closed')))
  try {
    return { enteredMs, ...(await Promise.race([measure(task, listeners, speaker), gone.promise])) }
  } finally {
    gone.promise.catch(() => {})
    speaker.end()
    for (const { socket } of lines) socket.destroy()
  }
}

async function measure(task: Task, listeners: Listeners, speaker: Speaker) {
  for (let i = 0; i < 50; i++) await listeners.all(speaker.say(i % task.groups))
  const single: number[] = []
  for (let i = 0; i < 50; i++) {
    const begun = performance.now()
    await listeners.all(speaker.say(i % task.groups))
    single.push(performance.now() - begun)
    await sleep(5)
  }
  return { ...(await flood(task, listeners, speaker)), oneByOneMs: single.toSorted((a, b) => a - b)[25]! }
}

/** As many messages as go through, with never more than the window on their way. */
async function flood(task: Task, listeners: Listeners, speaker: Speaker) {
  process.send!({ begun: true })
  const begun = performance.now()
  const before = listeners.heard()
  const onTheirWay: Promise<void>[] = []
  let said = 0
  let expected = 0
  while (performance.now() - begun < task.seconds * 1000) {
    const group = said++ % task.groups
    expected += listeners.size(group)
    onTheirWay.push(listeners.all(speaker.say(group)))
    if (onTheirWay.length >= task.window) await onTheirWay.shift()
  }
  await Promise.race([Promise.all(onTheirWay), sleep(deadlineMs)])
  const elapsed = (performance.now() - begun) / 1000
  const heard = listeners.heard() - before
  return {
    perSecond: heard / elapsed,
    heard,
    messages: said,
    lost: expected - heard,
    frameBytes: listeners.frameBytes(),
  }
}

async function enter(task: Task, i: number): Promise<Line> {
  const group = i % task.groups
  if (task.kind === 'plain') return openPlain(task.port, group)
  const line = await openWeb(task.port, task.key)
  const changes = [{ event: '*', schema: 'public', table: 'bench_rows' }]
  const config = task.kind === 'changes' ? { postgres_changes: changes } : {}
  const ready = task.kind === 'changes' ? 'Subscribed to PostgreSQL' : '"status":"ok"'
  const entered = Promise.withResolvers<void>()
  line.hear((message) => {
    const text = message.toString()
    if (text.includes('"status":"error"')) entered.reject(new Error(text))
    else if (text.includes(ready)) entered.resolve()
  })
  const payload = { config, access_token: task.tokens[i % task.tokens.length] }
  line.say(Buffer.from(JSON.stringify(['1', '1', 'realtime:bench', 'phx_join', payload])))
  await entered.promise
  return line
}

type Listeners = ReturnType<typeof count>

/** Every connection gets the messages of its group in their order, so how many it has got says which. */
function count(lines: Line[], groups: number) {
  const sizes = Array.from({ length: groups }, (_, group) => lines.filter((_, i) => i % groups === group).length)
  /** Per group and message: how many have it, and who waits for all to have it. */
  const got = sizes.map(() => [] as number[])
  const waiting = sizes.map(() => new Map<number, () => void>())
  let total = 0
  let bytes = 0
  lines.forEach((line, i) => {
    const group = i % groups
    let next = 0
    line.hear((message) => {
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
    heard: () => total,
    size: (group: number) => sizes[group]!,
    frameBytes: () => bytes,
    /** Resolves when everybody of the group has the message with this number. */
    all({ group, place }: { group: number; place: number }) {
      if (got[group]![place] === sizes[group]) return Promise.resolve()
      return new Promise<void>((resolve) => waiting[group]!.set(place, resolve))
    },
  }
}

type Speaker = { say(group: number): { group: number; place: number }; end(): void }

async function openSpeaker(task: Task): Promise<Speaker> {
  const places = Array.from({ length: task.groups }, () => 0)
  const numbered = (send: (group: number, place: number) => void) => (group: number) => {
    const place = places[group]!++
    send(group, place)
    return { group, place }
  }
  if (task.kind === 'changes') {
    const writer = await rowWriter(task.login!)
    return { say: numbered((group, place) => writer.write(group, place)), end: () => writer.end() }
  }
  const line =
    task.kind === 'plain' ? await openPlain(task.port, 255) : await enter({ ...task, tokens: task.tokens }, 0)
  line.hear(() => {})
  const send = task.kind === 'plain' ? plainMessage(task.bytes) : broadcastMessage
  return { say: numbered((group, place) => line.say(send(group, place))), end: () => line.socket.destroy() }
}

const plainMessage = (bytes: number) => (group: number) => {
  const message = Buffer.alloc(bytes, 'x')
  message[0] = group
  return message
}

/** A cursor that moves, as the official client would send it. */
function broadcastMessage(_group: number, place: number) {
  const payload = JSON.stringify({ n: place, x: 512.25, y: 318.5, who: 'a listener of the bench', colour: '#7c4dff' })
  const names = ['1', String(place), 'realtime:bench', 'cursor', ''].map((text) => Buffer.from(text))
  return Buffer.concat([Buffer.from([3, ...names.map(({ length }) => length), 1]), ...names, Buffer.from(payload)])
}
