// Throughput of realtime/v1: messages received per second, compared in alternating rounds with a bare TCP relay on the same machine.
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createTokens } from '#kernel/jwt.ts'
import { makeInstallation, stop } from './installation.ts'
import { processorSeconds } from './rest/processor.ts'
import type { Result, Task } from './realtime/listeners.ts'
import { prepareRows } from './realtime/writer.ts'

const { values } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== 'realtime'),
  options: {
    sockets: { type: 'string', default: '1000,5000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    only: { type: 'string' },
    users: { type: 'string', default: '10' },
  },
})
const aim = 0.7
const folder = join(import.meta.dirname, 'realtime')
const print = (text: string) => process.stdout.write(`${text}\n`)

const installation = await makeInstallation({
  TENANT_MAX_EVENTS_PER_SECOND: '1000000',
  TENANT_MAX_BYTES_PER_SECOND: '1000000000',
})
const { child: server } = await installation.start()
/** `single` writes one message at a time, like a minimal program; `together` writes all messages of a chunk in one call. */
const relays = { single: await openRelay('single'), together: await openRelay('together') }
try {
  await installation.sql(prepareRows)
  const tokens = await createTokens(installation.keys(), 'bench')
  const users = Array.from({ length: Number(values.users) }, () => crypto.randomUUID())
  await installation.sql(
    'insert into bench_members select (place - 1) % 2, member from unnest($1::uuid[]) with ordinality as each (member, place)',
    [users],
  )
  const signed = await Promise.all(users.map((sub) => tokens.sign({ role: 'authenticated', sub }, 3600)))
  const shared = {
    tokens: signed,
    key: tokens.anonKey,
    seconds: Number(values.seconds),
    bytes: 0,
    login: installation.login('postgres'),
  }
  print(
    `${values.rounds} rounds of ${values.seconds} s each, in turns. Listeners run in a process of their own; only what they receive is measured.`,
  )
  for (const sockets of values.sockets.split(',').map(Number)) {
    needHandles(sockets)
    const port = Number(new URL(installation.url).port)
    const task = { ...shared, port, sockets }
    if (values.only !== 'changes')
      await compare(`broadcast to ${sockets} sockets`, { ...task, kind: 'broadcast', groups: 1, window: 32 })
    if (values.only !== 'broadcast')
      await compare(
        `row changes, each seen by half of ${sockets} sockets (${users.length} users, row-level security)`,
        {
          ...task,
          kind: 'changes',
          groups: 2,
          window: 64,
        },
      )
  }
} finally {
  for (const { child } of Object.values(relays)) child.kill()
  await stop(server)
  installation.remove()
}

async function compare(name: string, task: Task) {
  const listeners = fork(join(folder, 'listeners.ts'))
  const ours: Measured[] = []
  const plain: Measured[] = []
  const together: Measured[] = []
  const { frameBytes } = await ask(listeners, { ...task, seconds: 1 }) // warm-up round
  for (let round = 0; round < Number(values.rounds); round++) {
    const bare = { ...task, kind: 'plain' as const, bytes: frameBytes }
    plain.push(await ask(listeners, { ...bare, port: relays.single.port }))
    together.push(await ask(listeners, { ...bare, port: relays.together.port }))
    ours.push(await ask(listeners, task))
  }
  listeners.kill()
  const [mine, base, best] = [middle(ours), middle(plain), middle(together)]
  const lost = [...ours, ...plain, ...together].reduce((sum, result) => sum + result.lost, 0)
  const ratio = mine.perSecond / base.perSecond
  print(`\n${name}, ${frameBytes} bytes each`)
  for (const [label, result] of [
    ['realtime/v1', mine],
    ['plain TCP', base],
    ['in one go', best],
  ] as const)
    print(line(label, result))
  print(
    `  × ${ratio.toFixed(2)}   aim: × ${aim}   (× ${(mine.perSecond / best.perSecond).toFixed(2)} of TCP in one go)   lost: ${lost}`,
  )
  if (ratio < aim || lost > 0) process.exitCode = 1
}

function line(label: string, { perSecond, messages, oneByOneMs, joinedMs, microseconds }: Measured) {
  const rate = `${perSecond.toFixed(0).padStart(8)} arrive per second (${messages} sent), ${microseconds.toFixed(1)} µs of processor each`
  return `  ${label.padEnd(12)} ${rate}; alone, one reaches all in ${oneByOneMs.toFixed(1)} ms; all joined after ${(joinedMs / 1000).toFixed(1)} s`
}

type Measured = Result & { /** Server CPU time per message received. */ microseconds: number }

function ask(listeners: ChildProcess, task: Task): Promise<Measured> {
  const bare = Object.values(relays).find(({ port }) => port === task.port)
  const pids = bare ? [bare.child.pid!] : [server.pid!, installation.postmaster()]
  const spent = () => processorSeconds(pids).each.reduce((sum, seconds) => sum + seconds, 0)
  let before = 0
  const done = Promise.withResolvers<Measured>()
  const listen = ({ begun, result, error }: { begun?: true; result?: Result; error?: string }) => {
    if (begun) before = spent()
    else if (result) done.resolve({ ...result, microseconds: ((spent() - before) / result.received) * 1e6 })
    else done.reject(new Error(`${error}\n${installation.lastOutput()}`))
  }
  listeners.on('message', listen)
  listeners.send(task)
  return done.promise.finally(() => listeners.off('message', listen))
}

async function openRelay(mode: 'single' | 'together') {
  const child = fork(join(folder, 'relay.ts'), [mode])
  const [port] = (await once(child, 'message')) as [number]
  return { child, port }
}

function middle(results: Measured[]) {
  return results.toSorted((a, b) => a.perSecond - b.perSecond)[results.length >> 1]!
}

/** Raises the ulimit of open files, which limits the sockets of Node. */
function needHandles(sockets: number) {
  const handles = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim()
  if (handles !== 'unlimited' && Number(handles) < sockets + 200)
    throw new Error(
      `${sockets} sockets need as many open files, and this shell allows ${handles}: ulimit -n ${sockets + 500}`,
    )
}
