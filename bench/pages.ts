// What does a page cost over the bytes alone? The home page from our memory against node:http with the same bytes, in turns.
import { execFile, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { processorSeconds } from './rest/processor.ts'

type Round = { perSecond: number; microseconds: number; p99Ms: number }

const { values } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== 'pages'),
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '32' },
    port: { type: 'string', default: '3169' },
  },
})
const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'maslul-bench-pages-'))
chmodSync(folder, 0o711) // the database may run as another user
const ours = `http://127.0.0.1:${values.port}`
const say = (text: string) => process.stdout.write(`${text}\n`)

const server = spawn(process.execPath, [join(root, 'src/server/main.ts')], {
  env: { ...process.env, NODE_ENV: 'production', DATA_DIR: join(folder, 'data'), PORT: values.port, DEMO: '1' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
try {
  await answering()
  sizes()
  await compare('/')
} finally {
  server.kill('SIGTERM')
  await once(server, 'exit')
  rmSync(folder, { recursive: true, force: true })
}

async function compare(path: string) {
  const page = await fetch(ours + path, { headers: { 'accept-encoding': 'br' } })
  // fetch undoes the compression: the bytes on the wire come from a bare request.
  const { stdout } = await promisify(execFile)('curl', ['-s', '-H', 'accept-encoding: br', ours + path], {
    encoding: 'buffer',
    maxBuffer: 1 << 24,
  })
  const headers = Object.fromEntries([...page.headers].filter(([name]) => !/^(date|connection|keep-alive)$/.test(name)))
  writeFileSync(join(folder, 'body'), stdout)
  writeFileSync(join(folder, 'headers.json'), JSON.stringify({ ...headers, 'content-length': String(stdout.length) }))
  const plain = fork(join(import.meta.dirname, 'pages/plain.ts'), [join(folder, 'body'), join(folder, 'headers.json')])
  const [port] = (await once(plain, 'message')) as [number]
  const rounds: { page: Round[]; plain: Round[] } = { page: [], plain: [] }
  for (let round = -1; round < Number(values.rounds); round++) {
    const seconds = round < 0 ? 1 : Number(values.seconds)
    const base = await measured(plain.pid!, () => wrk(`http://127.0.0.1:${port}${path}`, seconds))
    const own = await measured(server.pid!, () => wrk(ours + path, seconds))
    if (round < 0) continue
    rounds.plain.push(base)
    rounds.page.push(own)
  }
  plain.kill()
  const [own, base] = [middle(rounds.page), middle(rounds.plain)]
  say(
    `${path} (${stdout.length} bytes, brotli): ${values.rounds} rounds of ${values.seconds} s in turns, wrk -t1 -c${values.connections}`,
  )
  const line = (who: string, round: Round) =>
    `  ${who.padEnd(9)} ${round.perSecond.toFixed(0).padStart(6)} /s   CPU ${round.microseconds.toFixed(0).padStart(4)} µs   p99 ${round.p99Ms.toFixed(1)} ms`
  say(line('page', own))
  say(line('node:http', base))
  const [rate, cpu] = [own.perSecond / base.perSecond, base.microseconds / own.microseconds]
  say(`  medians: requests × ${rate.toFixed(2)}   per second of processor × ${cpu.toFixed(2)}   aim: ≥ 0.70`)
}

/** Runs once and divides the processor time of the process by the requests: what remains true on a busy machine. */
async function measured(pid: number, run: () => ReturnType<typeof wrk>): Promise<Round> {
  const [before] = processorSeconds([pid]).each
  const { requests, perSecond, p99Ms } = await run()
  const [after] = processorSeconds([pid]).each
  return { perSecond, p99Ms, microseconds: ((after! - before!) / requests) * 1e6 }
}

async function wrk(address: string, seconds: number) {
  const { stdout } = await promisify(execFile)('wrk', [
    '-t1', `-c${values.connections}`, `-d${seconds}s`, '--latency', '-H', 'accept-encoding: br', address,
  ]) // prettier-ignore
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1])
  const [, p99 = '0', unit = 'ms'] = /^\s+99%\s+([\d.]+)(us|ms|s)/m.exec(stdout) ?? []
  if (!perSecond || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`wrk: ${stdout}`)
  return { perSecond, requests, p99Ms: Number(p99) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? 1) }
}

/** What a visitor's browser fetches of JavaScript, brotli, before touching anything and after touching the form. */
function sizes() {
  type Chunk = { file: string; imports?: string[]; isDynamicEntry?: boolean }
  const manifestOf = (bundle: string) =>
    JSON.parse(readFileSync(join(root, `dist/${bundle}/.vite/manifest.json`), 'utf8')) as Record<string, Chunk>
  const manifest = manifestOf('site')
  const size = (bundle: string, { file }: Chunk) => statSync(join(root, 'dist', bundle, `${file}.br`)).size
  const bytes = (keys: Iterable<string>) => [...keys].reduce((sum, key) => sum + size('site', manifest[key]!), 0)
  const reached = (key: string, seen = new Set<string>()) => {
    if (!seen.has(key)) {
      seen.add(key)
      for (const next of manifest[key]?.imports ?? []) reached(next, seen)
    }
    return seen
  }
  const before = reached('src/web/site.ts')
  const early = size('early', manifestOf('early')['src/web/early.ts']!)
  say(`JavaScript before any touch: ${early + bytes(before)} bytes   aim: ≤ 3072`)
  const react = Object.keys(manifest).filter((key) => /react/.test(key))
  for (const island of Object.keys(manifest).filter((key) => key.endsWith('.island.tsx'))) {
    const woken = new Set(
      [...reached(island), ...react.flatMap((key) => [...reached(key)])].filter((key) => !before.has(key)),
    )
    say(`${island} woken: ${bytes(woken)} bytes more, React with it   aim: ≤ 81920`)
  }
}

function middle(rounds: Round[]): Round {
  const of = (key: keyof Round) =>
    rounds.map((round) => round[key]).toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)]!
  return { perSecond: of('perSecond'), microseconds: of('microseconds'), p99Ms: of('p99Ms') }
}

async function answering() {
  for (let i = 0; i < 1200; i++) {
    if (server.exitCode !== null) throw new Error('The server did not start')
    const answered = await fetch(ours).then(
      ({ ok }) => ok,
      () => false,
    )
    if (answered) return
    await sleep(50)
  }
  throw new Error('The server does not answer')
}
