// What does a page cost compared with sending the bytes? Throughput of the cached home page, a cached post, a post rendered per request,
// and a draft. The baseline is node:http with the same bytes, in alternating rounds.
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { makeInstallation, stop } from './installation.ts'
import { processorSeconds } from './rest/processor.ts'

type Round = { perSecond: number; microseconds: number; p99Ms: number }

const { values } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== 'pages'),
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '32' },
  },
})
const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'maslul-bench-pages-'))
const print = (text: string) => process.stdout.write(`${text}\n`)
const installation = await makeInstallation({ DEMO: '1' }, 'src/server/main.ts')
const ours = installation.url
const { child: server } = await installation.start()
try {
  const post = await aPost()
  sizes()
  const site = { url: ours, pid: server.pid! }
  await compare('from memory: /', { ...site, path: '/' }, 0.7)
  await compare('from memory: a post', { ...site, path: post }, 0.7)
  await renderedPerRequest(post)
  await compare('read, made and compressed anew: its draft', {
    ...site,
    path: `${post}?preview=${await previewOf(post)}`,
  })
} finally {
  await stop(server)
  installation.remove()
  rmSync(folder, { recursive: true, force: true })
}

/** The newest post, according to the feed. */
async function aPost() {
  const feed = await (await fetch(`${ours}/blog/rss.xml`)).text()
  const [, address] = /<item>[\s\S]*?<link>([^<]+)<\/link>/.exec(feed) ?? []
  if (address === undefined) throw new Error('The blog has no post')
  return new URL(address).pathname
}

/** Preview URL of the post's draft: such a page is uncached and rendered per request. */
async function previewOf(post: string) {
  const token = 'b'.repeat(32)
  await installation.sql(
    `insert into post_previews (token_hash, post_id, expires_at)
     select sha256(convert_to($1, 'UTF8')), post_id, now() + interval '1 day' from post_slugs where slug = $2`,
    [token, decodeURIComponent(post).split('/').at(-1)],
  )
  return token
}

/** Renders the same post from rows that were read once. */
async function renderedPerRequest(path: string) {
  const contact = await (await fetch(`${ours}/contact`)).text()
  const [anonKey = ''] = /ey[\w-]+\.[\w-]+\.[\w-]+/.exec(contact) ?? []
  await beside('rendering.ts', [ours, anonKey, path], (renderer) =>
    compare('rendered for each request: a post', { ...renderer, path, encoding: 'identity' }),
  )
}

type Answering = { url: string; pid: number; path: string; encoding?: string }

async function compare(what: string, page: Answering, aim?: number) {
  const { url, path, pid, encoding = 'br' } = page
  const shown = await fetch(url + path, { headers: { 'accept-encoding': encoding } })
  if (!shown.ok) throw new Error(`${what}: ${shown.status}`)
  // The cached page is recompressed at a higher level soon after its first request.
  await setTimeout(1000)
  // fetch decompresses: the bytes on the wire are measured with a bare request.
  const { stdout } = await promisify(execFile)('curl', ['-s', '-H', `accept-encoding: ${encoding}`, url + path], {
    encoding: 'buffer',
    maxBuffer: 1 << 24,
  })
  const headers = Object.fromEntries(
    [...shown.headers].filter(([name]) => !/^(date|connection|keep-alive)$/.test(name)),
  )
  writeFileSync(join(folder, 'body'), stdout)
  writeFileSync(join(folder, 'headers.json'), JSON.stringify({ ...headers, 'content-length': String(stdout.length) }))
  const rounds: { page: Round[]; baseline: Round[] } = { page: [], baseline: [] }
  await beside('baseline.ts', [join(folder, 'body'), join(folder, 'headers.json')], async (baseline) => {
    for (let round = -1; round < Number(values.rounds); round++) {
      const seconds = round < 0 ? 1 : Number(values.seconds)
      const base = await measured(baseline.pid, () => wrk(baseline.url + path, encoding, seconds))
      const own = await measured(pid, () => wrk(url + path, encoding, seconds))
      if (round < 0) continue
      rounds.baseline.push(base)
      rounds.page.push(own)
    }
  })
  const [own, base] = [middle(rounds.page), middle(rounds.baseline)]
  print(
    `${what} (${stdout.length} bytes, ${encoding}): ${values.rounds} rounds of ${values.seconds} s in turns, wrk -t1 -c${values.connections}`,
  )
  const line = (label: string, round: Round) =>
    `  ${label.padEnd(9)} ${round.perSecond.toFixed(0).padStart(6)} /s   CPU ${round.microseconds.toFixed(0).padStart(4)} µs   p99 ${round.p99Ms.toFixed(1)} ms`
  print(line('page', own))
  print(line('node:http', base))
  const [rate, cpu] = [own.perSecond / base.perSecond, base.microseconds / own.microseconds]
  const aimed = aim === undefined ? '' : `   aim: ≥ ${aim}`
  print(`  medians: requests × ${rate.toFixed(2)}   per second of processor × ${cpu.toFixed(2)}${aimed}`)
}

/** Runs `work` beside a small server of this bench. */
async function beside(program: string, args: string[], work: (one: { url: string; pid: number }) => Promise<void>) {
  const child = fork(join(import.meta.dirname, 'pages', program), args, {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  try {
    const [port] = (await once(child, 'message')) as [number]
    await work({ url: `http://127.0.0.1:${port}`, pid: child.pid! })
  } finally {
    child.kill()
  }
}

/** Runs once and divides the CPU time of the process by the number of requests, which is stable on a busy machine. */
async function measured(pid: number, run: () => ReturnType<typeof wrk>): Promise<Round> {
  const [before] = processorSeconds([pid]).each
  const { requests, perSecond, p99Ms } = await run()
  const [after] = processorSeconds([pid]).each
  return { perSecond, p99Ms, microseconds: ((after! - before!) / requests) * 1e6 }
}

async function wrk(address: string, encoding: string, seconds: number) {
  const { stdout } = await promisify(execFile)('wrk', [
    '-t1', `-c${values.connections}`, `-d${seconds}s`, '--latency', '-H', `accept-encoding: ${encoding}`, address,
  ]) // prettier-ignore
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1])
  const [, p99 = '0', unit = 'ms'] = /^\s+99%\s+([\d.]+)(us|ms|s)/m.exec(stdout) ?? []
  if (!perSecond || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`wrk: ${stdout}`)
  return { perSecond, requests, p99Ms: Number(p99) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? 1) }
}

/** The JavaScript that a visitor's browser loads, brotli-compressed, before any interaction and after focusing the form. */
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
  const prePaint = size('pre-paint', manifestOf('pre-paint')['src/web/pre-paint.ts']!)
  print(`JavaScript before any touch: ${prePaint + bytes(before)} bytes   aim: ≤ 3072`)
  const react = Object.keys(manifest).filter((key) => /react/.test(key))
  for (const island of Object.keys(manifest).filter((key) => key.endsWith('.island.tsx'))) {
    const woken = new Set(
      [...reached(island), ...react.flatMap((key) => [...reached(key)])].filter((key) => !before.has(key)),
    )
    print(`${island} woken: ${bytes(woken)} bytes more, React with it   aim: ≤ 81920`)
  }
}

function middle(rounds: Round[]): Round {
  const of = (key: keyof Round) =>
    rounds.map((round) => round[key]).toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)]!
  return { perSecond: of('perSecond'), microseconds: of('microseconds'), p99Ms: of('p99Ms') }
}
