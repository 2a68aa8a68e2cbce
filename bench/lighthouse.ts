// What does Lighthouse report for the public pages on a phone? Installed for this run only: it is ten times the size of our dependencies.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { parseArgs, promisify } from 'node:util'
import { makeInstallation, stop } from './installation.ts'

type Result = {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { title: string; score: number | null; numericValue?: number; scoreDisplayMode: string }>
}

const { values, positionals } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== 'lighthouse'),
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    lighthouse: { type: 'string', default: 'lighthouse@13.5.0' },
    chromium: { type: 'string', default: process.env['CHROMIUM'] ?? '/usr/bin/chromium' },
  },
})
const categories = ['performance', 'accessibility', 'best-practices', 'seo']
const metrics = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']
const print = (text: string) => process.stdout.write(`${text}\n`)
if (!existsSync(values.chromium)) throw new Error(`No browser at ${values.chromium}: --chromium says where it is`)

const installation = await makeInstallation({ DEMO: '1' }, 'src/server/main.ts')
const { child } = await installation.start()
try {
  const paths = positionals.length > 0 ? positionals : ['/', await aPost(), '/pricing']
  for (const path of paths) await look(path)
} finally {
  await stop(child)
  installation.remove()
}

async function look(path: string) {
  const results: Result[] = []
  for (let round = 0; round < Number(values.rounds); round++) results.push(await run(installation.url + path))
  print(`\n${decodeURIComponent(path)}: median of ${results.length} (lowest–highest)`)
  for (const name of categories)
    print(`  ${name.padEnd(26)}${summary(results.map((r) => r.categories[name]!.score * 100))}`)
  for (const name of metrics)
    print(`  ${name.padEnd(26)}${summary(results.map((r) => r.audits[name]!.numericValue ?? 0))}`)
  for (const title of lost(results)) print(`  lost points: ${title}`)
}

async function run(url: string): Promise<Result> {
  const flags = ['--quiet', '--output=json', '--chrome-flags=--headless=new --no-sandbox', '--form-factor=mobile']
  const { stdout } = await promisify(execFile)(
    'npx',
    ['--yes', values.lighthouse, url, ...flags, `--only-categories=${categories.join(',')}`],
    { env: { ...process.env, CHROME_PATH: values.chromium }, maxBuffer: 1 << 27 },
  )
  return JSON.parse(stdout) as Result
}

/** The newest post, according to the feed. */
async function aPost() {
  const feed = await (await fetch(`${installation.url}/blog/rss.xml`)).text()
  const [, address] = /<item>[\s\S]*?<link>([^<]+)<\/link>/.exec(feed) ?? []
  if (address === undefined) throw new Error('The blog has no post')
  return new URL(address).pathname
}

/**
 * Titles of audits below the full score in any round. Performance is excluded, because it consists of many small
 * shares.
 */
function lost(results: Result[]) {
  const titles = new Set<string>()
  for (const { categories: found, audits } of results)
    for (const name of categories.slice(1))
      for (const { id, weight } of found[name]!.auditRefs)
        if (weight > 0 && audits[id]!.score !== null && audits[id]!.score! < 1) titles.add(audits[id]!.title)
  return titles
}

function summary(numbers: number[]) {
  const sorted = numbers.toSorted((a, b) => a - b)
  const [min, middle, max] = [sorted[0]!, sorted[sorted.length >> 1]!, sorted.at(-1)!].map(short)
  return `${middle} (${min}–${max})`
}

function short(value: number) {
  return value < 10 && !Number.isInteger(value) ? value.toFixed(3) : value.toFixed(0)
}
