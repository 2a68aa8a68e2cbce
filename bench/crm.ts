// Does the CRM stay quick with a hundred thousand people and ten thousand open deals? Each question through everything, and as bare SQL
// in the same run, in turns; with ten thousand people first, to see what growth costs.
import { parseArgs } from 'node:util'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { ownerOf } from './crm/owner.ts'
import { addDeals, addPeople, peopleValues } from './crm/people.ts'
import { move, questionsOf, type Sample } from './crm/questions.ts'
import { makeInstallation, stop } from './installation.ts'

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    people: { type: 'string', default: '10000,100000' },
    deals: { type: 'string', default: '10000' },
    turns: { type: 'string', default: '200' },
  },
})
const turns = Number(values.turns)
const say = (text: string) => process.stdout.write(`${text}\n`)
type Times = { p50: number; p99: number }

const installation = await makeInstallation({ DEMO: '0' }, 'src/server/main.ts')
const { child } = await installation.start()
const bare = new pg.Client(installation.login('postgres'))
try {
  await bare.connect()
  const { token, key } = await ownerOf(installation)
  const backend = createClient(installation.url, key, { accessToken: async () => token })
  const earlier = new Map<string, Times>()
  for (const people of values.people.split(',').map(Number)) {
    const began = performance.now()
    await bare.query(addPeople, peopleValues(people))
    if (earlier.size === 0) await bare.query(addDeals, [Number(values.deals)])
    await bare.query('vacuum analyze')
    say(
      `\n${people} people, ${values.deals} open deals (${((performance.now() - began) / 1000).toFixed(0)} s to make), ${turns} turns`,
    )
    const sample = await sampleOf()
    for (const { name, ask, bare: statements } of questionsOf(sample))
      report(name, earlier, await inTurns(
        (turn) => ask(backend, turn),
        async (turn) => {
          for (const { text, values: given } of statements(turn)) await bare.query(text, given)
        },
      )) // prettier-ignore
    report('board: one move', earlier, await moves(backend, sample))
  }
} finally {
  await bare.end().catch(() => {})
  await stop(child)
  installation.remove()
}

async function sampleOf(): Promise<Sample> {
  const { rows: stages } = await bare.query<{ id: string; pipeline_id: string }>(
    `select id, pipeline_id from pipeline_stages where kind = 'open' order by position`,
  )
  const { rows: phones } = await bare.query<{ value_norm: string }>(
    `select value_norm from contact_points where kind = 'phone' order by id limit 500`,
  )
  return {
    pipelineId: stages[0]!.pipeline_id,
    stages: stages.map(({ id }) => id),
    phones: phones.map(({ value_norm }) => value_norm),
  }
}

/** A card in front of the first of the next column, beside the same change of its row alone; both with every trigger of the table. */
async function moves(backend: SupabaseClient, { stages }: Sample) {
  const { rows: cards } = await bare.query<{ id: string; version: number }>(
    `select id, version from opportunities where status = 'open' order by id limit ${2 * (turns + 10)}`,
  )
  const next = (turn: number) => stages[(turn + 10) % stages.length]!
  const card = (turn: number, who: 0 | 1) => cards[2 * (turn + 10) + who]!
  return inTurns(
    (turn) => move(backend, card(turn, 0), next(turn)),
    async (turn) => {
      await bare.query('update opportunities set stage_id = $2 where id = $1', [card(turn, 1).id, next(turn)])
    },
  )
}

/** One after another and in turns, so that both meet the same machine; the first ten only warm up. */
async function inTurns(ask: (turn: number) => PromiseLike<unknown>, plain: (turn: number) => Promise<unknown>) {
  const own: number[] = []
  const base: number[] = []
  for (let turn = -10; turn < turns; turn++) {
    const times = [await timed(() => ask(turn)), await timed(() => plain(turn))] as const
    if (turn < 0) continue
    own.push(times[0])
    base.push(times[1])
  }
  return { own: percentiles(own), base: percentiles(base) }
}

async function timed(work: () => PromiseLike<unknown>) {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function percentiles(times: number[]): Times {
  const sorted = times.toSorted((a, b) => a - b)
  return { p50: sorted[Math.floor(sorted.length * 0.5)]!, p99: sorted[Math.floor(sorted.length * 0.99)]! }
}

function report(name: string, earlier: Map<string, Times>, { own, base }: { own: Times; base: Times }) {
  const before = earlier.get(name)
  if (!before) earlier.set(name, own)
  say(`  ${name}`)
  say(
    `    p50 ${own.p50.toFixed(1)} ms (bare ${base.p50.toFixed(1)}, × ${(own.p50 / base.p50).toFixed(1)})   p99 ${own.p99.toFixed(1)} ms (bare ${base.p99.toFixed(1)}, × ${(own.p99 / base.p99).toFixed(1)})` +
      (before ? `   p99 × ${(own.p99 / before.p99).toFixed(2)} of that with fewer people (aim ≤ 2)` : ''),
  )
}
