// Viewers of a room: each connection counts the lines that it receives, with their times.
import { type Connection, openWeb } from '../realtime/wire.ts'

const atOnce = 100

/** `join`: the first message of a viewer; without it the connection is ready at once. */
export async function openViewers(viewers: number, open: (i: number) => { port: number; key: string; join?: object }) {
  const connections: Connection[] = []
  for (let i = 0; i < viewers; i += atOnce)
    connections.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(atOnce, viewers - i) }, async (_, j) => {
          const { port, key, join } = open(i + j)
          const connection = await openWeb(port, key)
          if (join) await enter(connection, join)
          return connection
        }),
      )),
    )
  return connections
}

function enter(connection: Connection, join: object) {
  const joined = Promise.withResolvers<void>()
  connection.onMessage((message) => {
    const text = message.toString()
    if (text.includes('"status":"error"')) joined.reject(new Error(text))
    else if (text.includes('"status":"ok"')) joined.resolve()
  })
  connection.send(Buffer.from(JSON.stringify(join)))
  return joined.promise
}

export type Delivery = { perSecond: number; p50: number; p99: number; lost: number; doubled: number }

/** Sends numbered lines with at most `window` unacknowledged at a time, and waits until all viewers received all of them. */
export async function measure(
  connections: readonly Connection[],
  lines: number,
  window: number,
  print: (line: number) => void | Promise<unknown>,
): Promise<Delivery> {
  const heard = Array.from({ length: lines }, () => 0)
  const seen = connections.map(() => new Uint8Array(lines))
  const sentAt: number[] = []
  const delays: number[] = []
  const whole = Array.from({ length: lines }, () => Promise.withResolvers<void>())
  let doubled = 0
  connections.forEach((connection, viewer) =>
    connection.onMessage((message) => {
      const found = /line-(\d+);/.exec(message.toString('latin1'))
      if (!found) return
      const line = Number(found[1])
      const times = seen[viewer]!
      times[line] = (times[line] ?? 0) + 1
      if (times[line] > 1) doubled++
      else heard[line] = (heard[line] ?? 0) + 1
      if (heard[line] === connections.length) whole[line]!.resolve()
      delays.push(performance.now() - sentAt[line]!)
    }),
  )
  const began = performance.now()
  for (let line = 0; line < lines; line++) {
    if (line >= window) await Promise.race([whole[line - window]!.promise, timeout()])
    sentAt[line] = performance.now()
    await print(line)
  }
  await Promise.race([Promise.all(whole.map(({ promise }) => promise)), timeout()])
  const seconds = (performance.now() - began) / 1000
  const inOrder = delays.toSorted((one, other) => one - other)
  const lost = lines * connections.length - (delays.length - doubled)
  const at = (share: number) => inOrder[Math.floor(inOrder.length * share)] ?? NaN
  return { perSecond: delays.length / seconds, p50: at(0.5), p99: at(0.99), lost, doubled }
}

const timeout = () => new Promise<void>((resolve) => setTimeout(resolve, 20_000).unref())
