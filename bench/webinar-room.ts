// A webinar's room with many registrants behind one IP, who all enter at once. Measures the seconds until all are
// admitted and have joined, memory, and chat lines. A refusal ends the run. The baseline is raw `ws` fan-out in the
// same run. With `--nodes 2` registrants and lines alternate between two nodes. The large sizes: --registrants 5000.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { enterRoom } from '#features/webinars/room/enter-room.ts'
import { callRoom } from '#features/webinars/room/room-call.ts'
import { createTokens } from '#kernel/jwt.ts'
import { makeInstallation, stop } from './installation.ts'
import { type Delivery, measure, openViewers } from './webinar-room/listeners.ts'
import { addLiveSession, keyOf } from './webinar-room/live-session.ts'

const { values } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== 'webinar-room'),
  options: {
    registrants: { type: 'string', default: '1000' },
    lines: { type: 'string', default: '200' },
    window: { type: 'string', default: '16' },
    nodes: { type: 'string', default: '1' },
  },
})
const [registrants, lines, window] = [Number(values.registrants), Number(values.lines), Number(values.window)]
const aim = 0.6
const print = (text: string) => process.stdout.write(`${text}\n`)

const installation = await makeInstallation({ DEMO: '0' }, 'src/server/main.ts')
const { child: server } = await installation.start()
const second = values.nodes === '2' ? await installation.startNode() : undefined
const nodes = [{ url: installation.url, child: server }, ...(second ? [second] : [])]
const nodeOf = (n: number) => nodes[n % nodes.length]!
const relay = fork(join(import.meta.dirname, 'webinar-room/ws-relay.ts'))
const [relayPort] = (await once(relay, 'message')) as [number]
try {
  const { anonKey } = await createTokens(installation.keys(), 'bench')
  const session = await addLiveSession(installation, registrants)
  await untilMailed()
  const restMiB = nodes.map(({ child }) => memoryOf(child))
  const began = performance.now()
  const entered = await Promise.all(
    Array.from({ length: registrants }, (_, i) => enterRoom({ origin: nodeOf(i).url, token: keyOf(i), key: anonKey })),
  )
  const arrivedMs = performance.now() - began
  const topic = `realtime:webinar:${session}`
  const viewers = await openViewers(registrants, (i) => ({
    port: Number(new URL(nodeOf(i).url).port),
    key: anonKey,
    join: ['1', '1', topic, 'phx_join', { config: { private: true }, access_token: entered[i]!.access }],
  }))
  const joinedMs = performance.now() - began
  const [admitted, joined] = [arrivedMs, joinedMs].map((ms) => (ms / 1000).toFixed(1))
  print(
    `${registrants} registrants arrive at once from one address, ${nodes.length === 1 ? 'one node' : 'two nodes'}: ${entered.length} admitted after ${admitted} s, ${viewers.length} joined after ${joined} s`,
  )
  const addedMiB = nodes.reduce((sum, { child }, n) => sum + memoryOf(child) - restMiB[n]!, 0)
  print(`  ${((1024 * addedMiB) / registrants).toFixed(0)} KiB of resident memory per watcher`)
  const ours = await measure(viewers, lines, window, (line) => {
    const { access } = entered[line % registrants]!
    const input = { kind: 'chat', body: `line-${line};`, position: 60 }
    void callRoom('say-in-webinar', input, { key: anonKey, access, origin: nodeOf(line).url })
  })
  const plain = await openViewers(registrants, () => ({ port: relayPort, key: 'none' }))
  const frame = (line: number) => Buffer.from(JSON.stringify({ body: `line-${line};`, more: 'x'.repeat(420) }))
  const raw = await measure(plain, lines, window, (line) => plain[0]!.send(frame(line)))
  for (const { socket } of [...viewers, ...plain]) socket.destroy()
  print(row('room', ours))
  print(row('raw ws', raw))
  const ratio = ours.perSecond / raw.perSecond
  print(`  × ${ratio.toFixed(2)}   aim: × ${aim}`)
  if (ratio < aim || ours.lost + ours.doubled > 0) process.exitCode = 1
} finally {
  relay.kill()
  if (second) {
    await stop(second.child)
    second.remove()
  }
  await stop(server)
  installation.remove()
}

/** Links are mailed days before: their confirmations are not sent while the registrants arrive. */
async function untilMailed() {
  const limit = performance.now() + 300_000
  for (;;) {
    const [due] = await installation.sql<{ n: number }>(
      `select count(*)::int as n from scheduled_messages where context_type = 'webinar_registration' and status = 'scheduled' and send_at <= now()`,
    )
    if (due!.n === 0) return
    if (performance.now() > limit) throw new Error(`${due!.n} mails still wait to be sent`)
    await sleep(500)
  }
}

/** Resident memory in MiB. */
function memoryOf({ pid }: ChildProcess) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
}

function row(name: string, { perSecond, p50, p99, lost, doubled }: Delivery) {
  const rate = `${perSecond.toFixed(0).padStart(8)} arrive per second`
  return `  ${name.padEnd(8)} ${rate}; p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; lost ${lost}, doubled ${doubled}`
}
