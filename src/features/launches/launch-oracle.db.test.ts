import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { cartAt, contentsAt, type ParticipantTimes, phaseAt } from './launch-clock.ts'
import { oracleOf, type OracleView, windowOfOracle } from './launch-oracle.fixture.ts'
import { idOf, minuteMs, randomLaunch, type RandomLaunch } from './random-launch.fixture.ts'

const db = await testDatabase()
const when = (at: number | null | undefined) => (at == null ? null : new Date(at).toISOString())

/**
 * A random launch with the oracle's result, and the compared instants: random ones, and both sides of each boundary.
 */
function judged(seed: number) {
  const random = randomLaunch(seed)
  const completions = [...random.progress.values()].flatMap(({ completedAt }) => completedAt ?? [])
  const earliest = Math.max(...completions, -Infinity)
  const oracle = oracleOf(random)
  const own = windowOfOracle(random)
  const bounds = [
    ...oracle(Math.max(earliest, ...random.asks)).contents.flatMap(({ opensAt, closesAt }) => [opensAt, closesAt]),
    random.launch.prelaunchAt,
    own?.opensAt ?? random.launch.cartOpensAt,
    own?.closesAt ?? random.participant.cartClosesAt ?? random.launch.cartClosesAt,
  ].filter((at) => at !== null)
  const end = bounds.at(-1)!
  const instants = [...random.asks, ...[...bounds, end + 7 * 1440 * minuteMs].flatMap((at) => [at - 1, at])].filter(
    (at) => at >= earliest,
  )
  return { random, own, instants, seen: instants.map(oracle) }
}
type Judged = ReturnType<typeof judged>

function contractSees(
  { launch, contents, progress }: RandomLaunch,
  participant: ParticipantTimes,
  now: number,
): OracleView {
  return {
    phase: phaseAt(launch, participant, now),
    cart: cartAt(launch, participant, now),
    contents: contentsAt(launch, contents, participant, progress, now),
  }
}

/** Stores all cases with a constant number of statements. */
async function store(cases: readonly Judged[]) {
  await db.sql(
    `insert into products (id, slug, name) values ('${idOf(0, 1)}', 'oracle', 'קורס') on conflict do nothing`,
  )
  await db.sql(
    `insert into prices (id, product_id, amount_agorot) values ('${idOf(0, 2)}', '${idOf(0, 1)}', 100) on conflict do nothing`,
  )
  const rows = (table: string, columns: string, list: object[]) =>
    db.sql(`insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1) r`, [
      JSON.stringify(list),
    ])
  await rows(
    'launches',
    'id, title, status, mode, tz, prelaunch_at, cart_opens_at, cart_closes_at, cart_after_hours, cart_hours, price_id',
    cases.map(({ random: { seed, launch, window } }) => ({
      id: idOf(seed, 100),
      title: 'סדרה',
      status: launch.status,
      mode: window ? 'evergreen' : 'fixed',
      tz: launch.tz,
      prelaunch_at: when(launch.prelaunchAt),
      cart_opens_at: when(launch.cartOpensAt),
      cart_closes_at: when(launch.cartClosesAt),
      cart_after_hours: window?.afterHours,
      cart_hours: window?.hours,
      price_id: launch.sells ? idOf(0, 2) : null,
    })),
  )
  await rows(
    'launch_contents',
    `id, launch_id, position, title, release_kind, release_at, release_hours, release_day, release_time, release_after, expires_at, expires_hours,
     required_for_next`,
    cases.flatMap(({ random: { seed, contents } }) =>
      contents.map(({ id, position, release, expiresAt, expiresHours, requiredForNext }) => ({
        id,
        launch_id: idOf(seed, 100),
        position,
        title: 'שיעור',
        release_kind: release.kind,
        release_at: release.kind === 'at' ? when(release.at) : null,
        release_hours: release.kind === 'hours' ? release.hours : null,
        release_day: release.kind === 'day' ? release.day : null,
        release_time: release.kind === 'day' ? release.time : null,
        release_after: release.kind === 'content' ? release.after : null,
        expires_at: when(expiresAt),
        expires_hours: expiresHours,
        required_for_next: requiredForNext,
      })),
    ),
  )
  const [contact] = await db.sql<{ id: string }>(`insert into contacts (first_name) values ('נועה') returning id`)
  await rows(
    'launch_participants',
    'id, launch_id, contact_id, name, email, joined_at, status, cart_closes_at, opted_out_at, utm, announced, version, is_demo',
    cases.map(({ random: { seed, participant } }) => ({
      id: idOf(seed, 101),
      launch_id: idOf(seed, 100),
      contact_id: contact!.id,
      name: 'נועה',
      email: 'noa@example.com',
      joined_at: when(participant.joinedAt),
      status: participant.status,
      cart_closes_at: when(participant.cartClosesAt),
      opted_out_at: participant.status === 'opted_out' ? when(participant.joinedAt) : null,
      utm: {},
      announced: 'joined',
      version: 1,
      // Demo launches derive no messages, which saves most of the work.
      is_demo: true,
    })),
  )
  await rows(
    'launch_progress',
    'id, participant_id, content_id, first_open_at, segments, max_position_s, completed_at',
    cases.flatMap(({ random: { seed, progress } }) =>
      [...progress].map(([content, { firstOpenAt, completedAt }], i) => ({
        id: idOf(seed, 200 + i),
        participant_id: idOf(seed, 101),
        content_id: content,
        first_open_at: when(firstOpenAt),
        segments: '{}',
        max_position_s: 0,
        completed_at: when(completedAt),
      })),
    ),
  )
}

type StoredContent = {
  id: string
  state: string
  opens: string | null
  closes: string | null
  waits: string | null
}
const toInstant = (text: string | null) => (text === null ? null : Date.parse(text))

async function databaseSees(cases: readonly Judged[]) {
  const queries = cases.flatMap(({ random, instants }) =>
    instants.map((at, n) => ({ seed: random.seed, n, participant: idOf(random.seed, 101), at: when(at) })),
  )
  const found = await db.sql<{ seed: string; phase: string; cart: string; contents: StoredContent[] | null }>(
    `select a.seed, private.launch_phase(l, p, a.at) as phase, private.launch_cart(l, p, a.at) as cart,
       (select jsonb_agg(jsonb_build_object('id', s.content_id, 'state', s.state, 'opens', s.opens_at, 'closes', s.closes_at, 'waits', s.waits_for))
        from private.launch_contents_at(a.participant, a.at) s) as contents
     from jsonb_to_recordset($1) a (seed bigint, n int, participant uuid, at timestamptz)
     join launch_participants p on p.id = a.participant join launches l on l.id = p.launch_id order by a.seed, a.n`,
    [JSON.stringify(queries)],
  )
  const bySeed = Map.groupBy(found, ({ seed }) => Number(seed))
  // Empty if all instants precede the last completion.
  return (seed: number): OracleView[] =>
    (bySeed.get(seed) ?? []).map(({ phase, cart, contents }) => ({
      phase: phase as OracleView['phase'],
      cart: cart as OracleView['cart'],
      contents: (contents ?? []).map(({ id, state, opens, closes, waits }) => ({
        id,
        state: state as OracleView['contents'][number]['state'],
        opensAt: toInstant(opens),
        closesAt: toInstant(closes),
        waitsFor: waits,
      })),
    }))
}

/** The first difference of a case, with the seed that reproduces it. */
function difference({ random, instants, seen }: Judged, found: readonly OracleView[], by: string) {
  for (const [i, at] of instants.entries()) {
    const [actual, expected] = [JSON.stringify(found[i]), JSON.stringify(seen[i])]
    if (actual !== expected)
      return `seed ${random.seed}, ${by} at ${when(at)}: ${actual}, not ${expected}, in ${JSON.stringify({ ...random, progress: [...random.progress] })}`
  }
  return undefined
}

// Fixed seeds plus random ones; a failure prints its seed.
const fresh = 1_000_000 + randomInt(1_000_000_000)
const cases = Array.from({ length: 1000 }, (_, i) => [1 + i, fresh + i])
  .flat()
  .map(judged)

test('launch-clock.ts agrees with the minute-by-minute oracle for random launches', () => {
  const seen = new Set<string>()
  for (const one of cases) {
    const { random, own } = one
    const participant = {
      ...random.participant,
      ...(own && { cartOpensAt: own.opensAt, cartClosesAt: own.closesAt }),
    }
    const found = one.instants.map((now) => contractSees(random, participant, now))
    expect(difference(one, found, 'the contract')).toBeUndefined()
    for (const { phase, cart, contents } of one.seen)
      for (const word of [`phase ${phase}`, `cart ${cart}`, ...contents.map(({ state }) => state)]) seen.add(word)
  }
  // Seven phases, six cart states and five content states.
  expect([...seen].toSorted()).toHaveLength(18)
}, 120_000)

test('the SQL state function agrees with the minute-by-minute oracle for random launches', async () => {
  for (let i = 0; i < cases.length; i += 500) {
    const batch = cases.slice(i, i + 500)
    await store(batch)
    const windows = await db.sql<{ id: string; opens: Date | null; closes: Date | null }>(
      'select id, cart_opens_at as opens, cart_closes_at as closes from launch_participants',
    )
    const windowOf = new Map(windows.map((row) => [row.id, row]))
    const found = await databaseSees(batch)
    for (const one of batch) {
      const { seed, participant } = one.random
      const row = windowOf.get(idOf(seed, 101))!
      // The database sets the window on joining.
      expect([seed, row.opens?.getTime() ?? null, row.closes?.getTime() ?? null]).toEqual([
        seed,
        one.own?.opensAt ?? null,
        one.own?.closesAt ?? participant.cartClosesAt,
      ])
      expect(difference(one, found(seed), 'the database')).toBeUndefined()
    }
  }
}, 240_000)
