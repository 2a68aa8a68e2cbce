// Drag performance on a board of ten thousand open opportunities, in a real browser. The baseline is the same drag on a board with a few
// cards, in alternating rounds.
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { carry, lanesOf, readDown } from './board/drag.ts'
import { type Cost, costOf } from './board/frames.ts'
import { addDeals, addPeople, peopleValues } from './crm/people.ts'
import { makeInstallation, stop } from './installation.ts'

const { values } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== 'board'),
  options: {
    deals: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    chromium: { type: 'string', default: process.env['CHROMIUM'] ?? '/usr/bin/chromium' },
  },
})
const aimMs = 50
const print = (text: string) => process.stdout.write(`${text}\n`)
const owner = { email: 'owner@example.com', password: 'a long way to the sea 7' }

const installation = await makeInstallation({ DEMO: '0' }, 'src/server/main.ts')
const { child } = await installation.start()
const browser = await chromium.launch({ executablePath: values.chromium, args: ['--no-sandbox', '--disable-gpu'] })
try {
  await makeOwner()
  await installation.sql(addPeople, peopleValues(Number(values.deals)))
  await installation.sql(addDeals, [Number(values.deals)])
  await installation.sql('analyze')
  const full = await boardAt(browser, '/crm/pipeline')
  const read = [await readDown(lanesOf(full).nth(0)), await readDown(lanesOf(full).nth(1))]
  const few = await boardAt(browser, `/crm/pipeline?q=${encodeURIComponent(await aName())}`)
  print(
    `${values.deals} open deals, ${read.join(' and ')} cards read in the two columns, ${values.rounds} rounds in turns`,
  )
  const costs: Record<'full' | 'few', Cost[]> = { full: [], few: [] }
  for (let round = 0; round <= Number(values.rounds); round++) {
    const here = { full: await cost(full), few: await cost(few) }
    // Warm-up round.
    if (round > 0) for (const board of ['full', 'few'] as const) costs[board].push(here[board])
  }
  report('a handful of cards', costs.few)
  const isKept = report(`${values.deals} open deals`, costs.full)
  if (!isKept) process.exitCode = 1
} finally {
  await browser.close()
  await stop(child)
  installation.remove()
}

async function makeOwner() {
  const answer = await fetch(`${installation.url}/auth/v1/admin/users`, {
    method: 'POST',
    headers: { apikey: installation.serviceKey(), authorization: `Bearer ${installation.serviceKey()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...owner, email_confirm: true }),
  }) // prettier-ignore
  if (!answer.ok) throw new Error(`No owner: ${await answer.text()}`)
  const { id } = (await answer.json()) as { id: string }
  await installation.sql(`insert into user_roles (user_id, role) values ($1, 'owner')`, [id])
}

/** A last name shared by a few dozen contacts, spread over all columns. */
async function aName() {
  const [row] = await installation.sql<{ full_name: string }>(
    'select full_name from contacts group by full_name order by count(*) desc, full_name limit 1',
  )
  return row!.full_name
}

/** Opens a separate signed-in window. */
async function boardAt(from: Browser, path: string) {
  const page = await from.newPage({ viewport: { width: 1440, height: 900 }, locale: 'he-IL' })
  await page.goto(installation.url + path)
  await page.getByLabel('דוא״ל').fill(owner.email)
  await page.getByLabel('סיסמה', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'כניסה', exact: true }).click()
  await page.locator('[data-card]').first().waitFor()
  return page
}

async function cost(page: Page) {
  await page.bringToFront()
  const lanes = lanesOf(page)
  const from = lanes.nth(0)
  await from.locator('.lane__cards').evaluate((list) => list.scrollTo(0, list.scrollHeight / 2))
  await page.waitForLoadState('networkidle')
  return costOf(browser, page, () => carry(page, from, lanes.nth(1)))
}

/** Returns whether no frame exceeded the budget. */
function report(name: string, costs: readonly Cost[]) {
  const all = (of: (cost: Cost) => number[]) => costs.flatMap(of).toSorted((a, b) => a - b)
  const line = (what: string, times: readonly number[]) => {
    const at = (share: number) => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(1)
    print(`    ${what.padEnd(42)} median ${at(0.5)}   p99 ${at(0.99)}   longest ${at(1)} ms   (${times.length})`)
  }
  const processor = all(({ taskProcessor }) => taskProcessor)
  print(`  ${name}`)
  line(
    'between two frames',
    all(({ gaps }) => gaps),
  )
  line(
    'held by one task',
    all(({ tasks }) => tasks),
  )
  line('held by one task, by the processor’s clock', processor)
  line(
    'layout',
    all(({ layouts }) => layouts),
  )
  line(
    'long frames, as the browser counts them',
    all(({ longFrames }) => longFrames),
  )
  print(`    the largest layout went through ${Math.max(...costs.map(({ largestLayout }) => largestLayout))} boxes`)
  return (processor.at(-1) ?? 0) <= aimMs
}
