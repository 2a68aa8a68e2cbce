// What does the portal's home cost for a household with five years of months? Compares the reads of the page with the
// bare SQL of the same rows. How long does the slowest of a hundred households take when all open it simultaneously?
import { parseArgs } from 'node:util'
import { makeInstallation, stop } from './installation.ts'
import { makeHouseholds } from './portal/households.ts'
import { bareHome, openHome } from './portal/home.ts'

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    households: { type: 'string', default: '100' },
    months: { type: 'string', default: '60' },
    entries: { type: 'string', default: '25' },
    rounds: { type: 'string', default: '100' },
    bursts: { type: 'string', default: '5' },
  },
})
const print = (text: string) => process.stdout.write(`${text}\n`)
const rounds = Number(values.rounds)

const installation = await makeInstallation({ DEMO: '0' }, 'src/server/main.ts')
const { child } = await installation.start()
try {
  const homes = await makeHouseholds(installation, {
    households: Number(values.households),
    months: Number(values.months),
    entriesPerMonth: Number(values.entries),
  })
  const [rows] = await installation.sql<{ items: string }>('select count(*) as items from budget_items')
  print(`${homes.length} households with ${values.months} months each, ${rows!.items} sealed rows`)

  const bare = await bareHome(installation, homes[0]!, rounds)
  const ours: number[] = []
  for (let i = -10; i < rounds; i++) {
    const took = await timed(() => openHome(installation, homes[0]!))
    if (i >= 0) ours.push(took)
  }
  print(`home, one at a time: median ${ms(at(ours, 0.5))}, p99 ${ms(at(ours, 0.99))}`)
  print(`bare SQL of its rows: median ${ms(at(bare, 0.5))}, p99 ${ms(at(bare, 0.99))}`)
  print(`median × ${(at(ours, 0.5) / at(bare, 0.5)).toFixed(2)} of the bare SQL`)

  const atOnce: number[] = []
  for (let i = 0; i < Number(values.bursts); i++)
    atOnce.push(...(await Promise.all(homes.map((home) => timed(() => openHome(installation, home))))))
  print(`${homes.length} at once: median ${ms(at(atOnce, 0.5))}, p99 ${ms(at(atOnce, 0.99))}`)
} finally {
  await stop(child)
  installation.remove()
}

async function timed(work: () => Promise<unknown>) {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function at(samples: readonly number[], share: number) {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

function ms(value: number) {
  return `${value.toFixed(1)} ms`
}
