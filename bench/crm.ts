// Latency of CRM queries with a hundred thousand contacts and ten thousand open opportunities. Measured through the whole stack and as
// plain SQL, for each business size. Rounds alternate, so that machine load affects all alike.
import { parseArgs } from 'node:util'
import { type Business, makeBusiness } from './crm/business.ts'

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    people: { type: 'string', default: '10000,100000' },
    deals: { type: 'string', default: '10000' },
    turns: { type: 'string', default: '200' },
  },
})
/** Warm-up rounds. */
const WARM = 10
const turns = Number(values.turns) + WARM
const print = (text: string) => process.stdout.write(`${text}\n`)
type Times = { own: number[]; base: number[] }

const businesses: Business[] = []
try {
  for (const people of values.people.split(',').map(Number))
    businesses.push(await makeBusiness(people, Number(values.deals), turns))
  print(`${values.deals} open deals, ${values.turns} turns`)
  const [smallest] = businesses
  for (const [at, { name }] of smallest!.questions.entries()) report(name, await inTurns(at))
} finally {
  for (const business of businesses) await business.close()
}

async function inTurns(question: number): Promise<Times[]> {
  const times = businesses.map((): Times => ({ own: [], base: [] }))
  for (let turn = 0; turn < turns; turn++)
    for (const [at, { questions, backend, bare }] of businesses.entries()) {
      const { ask, bare: statements } = questions[question]!
      const own = await timed(() => ask(backend, turn))
      const base = await timed(async () => {
        for (const { text, values: parameters } of statements(turn)) await bare.query(text, parameters)
      })
      if (turn < WARM) continue
      times[at]!.own.push(own)
      times[at]!.base.push(base)
    }
  return times
}

async function timed(work: () => PromiseLike<unknown>) {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function report(name: string, times: readonly Times[]) {
  const p99OfSmallest = percentile(times[0]!.own, 0.99)
  print(`  ${name}`)
  for (const [at, { own, base }] of times.entries()) {
    const beside = (share: number) => {
      const [ours, bare] = [percentile(own, share), percentile(base, share)]
      return `${ours.toFixed(1)} ms (bare ${bare.toFixed(1)}, × ${(ours / bare).toFixed(1)})`
    }
    const growth = percentile(own, 0.99) / p99OfSmallest
    print(
      `    ${String(businesses[at]!.people).padStart(6)} people   p50 ${beside(0.5)}   p99 ${beside(0.99)}` +
        (at > 0 ? `   p99 × ${growth.toFixed(2)} of that with fewer people (aim ≤ 2)` : ''),
    )
  }
}

function percentile(times: readonly number[], share: number) {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)]!
}
