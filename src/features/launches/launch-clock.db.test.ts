import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import {
  cartAt,
  type ContentRule,
  contentsAt,
  launchStatuses,
  type LaunchTimes,
  participantStatuses,
  type ParticipantTimes,
  phaseAt,
  type Progress,
  type Release,
} from './launch-clock.ts'

const db = await testDatabase()

// Mulberry32: a failure repeats.
let seed = 20_261_127
function random() {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}
const upTo = (n: number) => Math.floor(random() * n)
const oneOf = <T>(list: readonly T[]) => list[upTo(list.length)]!
const maybe = <T>(chance: number, make: () => T) => (random() < chance ? make() : null)

const zones = ['Asia/Jerusalem', 'America/New_York', 'Europe/London', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC']
const from = Date.parse('2026-01-01T00:00:00Z')
const minute = 60_000
/** Often around the changes of daylight saving. */
const changes = ['2026-03-26', '2026-03-29', '2026-10-24', '2026-11-01', '2026-04-05', '2026-10-04'].map((day) =>
  Date.parse(day),
)
const instant = () => (random() < 0.5 ? oneOf(changes) + upTo(3 * 1440) * minute : from + upTo(365 * 1440) * minute)

type Case = {
  launch: LaunchTimes
  contents: ContentRule[]
  participant: ParticipantTimes
  progress: Map<string, Progress>
  now: number
}

function randomCase(): Case {
  const dates = [instant(), instant(), instant()].toSorted((a, b) => a - b)
  const [prelaunchAt, cartOpensAt, cartClosesAt] = dates as [number, number, number]
  const isFixed = random() < 0.6
  const hasOwn = !isFixed || random() < 0.2
  const opens = instant()
  const ids = Array.from({ length: 1 + upTo(5) }, () => randomUUID())
  const contents = ids.map((id, position): ContentRule => ({
    id,
    position,
    release: randomRelease(id, ids),
    expiresAt: maybe(0.2, instant),
    expiresHours: maybe(0.3, () => 1 + upTo(200)),
    requiredForNext: random() < 0.25,
  }))
  return {
    launch: {
      status: oneOf(launchStatuses),
      tz: oneOf(zones),
      prelaunchAt,
      cartOpensAt: isFixed ? cartOpensAt + minute : null,
      cartClosesAt: isFixed ? cartClosesAt + 2 * minute : null,
      sells: random() < 0.8,
    },
    contents,
    participant: {
      status: oneOf(participantStatuses),
      joinedAt: instant(),
      cartOpensAt: hasOwn ? opens : null,
      cartClosesAt: hasOwn ? opens + (1 + upTo(10_000)) * minute : null,
    },
    progress: new Map(
      ids.flatMap((id) => {
        const completedAt = maybe(0.5, instant)
        return random() < 0.6 ? [[id, { firstOpenAt: completedAt ?? maybe(0.5, instant), completedAt }] as const] : []
      }),
    ),
    now: instant(),
  }
}

function randomRelease(own: string, ids: readonly string[]): Release {
  const kind = oneOf(['at', 'hours', 'day', 'day', 'content'] as const)
  const after = oneOf(ids)
  if (kind === 'at') return { kind, at: instant() }
  if (kind === 'content' && after !== own) return { kind, after }
  if (kind === 'day')
    return { kind, day: upTo(9), time: `${String(upTo(5)).padStart(2, '0')}:${oneOf(['00', '15', '30', '45'])}` }
  return { kind: 'hours', hours: upTo(300) }
}

const when = (at: number | null) => (at === null ? null : new Date(at).toISOString())

async function store({ launch, contents, participant, progress }: Case) {
  const [made] = await db.sql<{ id: string; price: string }>(
    `with product as (insert into products (slug, name) values ($1, 'קורס') returning id),
       price as (insert into prices (product_id, amount_agorot) select id, 100 from product returning id)
     insert into launches (title, status, mode, tz, prelaunch_at, cart_opens_at, cart_closes_at, cart_after_hours, cart_hours, price_id)
     select 'סדרה', 'draft', $2, $3, $4, $5, $6, 24, 24, case when $7 then (select id from price) end returning id`,
    [
      `p-${randomUUID()}`,
      launch.cartOpensAt === null ? 'evergreen' : 'fixed',
      launch.tz,
      when(launch.prelaunchAt),
      when(launch.cartOpensAt),
      when(launch.cartClosesAt),
      launch.sells,
    ],
  )
  await db.sql('update launches set status = $2 where id = $1', [made!.id, launch.status])
  const late = contents.filter(({ release }) => release.kind === 'content')
  for (const { id, position, release, expiresAt, expiresHours, requiredForNext } of [
    ...contents.filter((one) => !late.includes(one)),
    ...late,
  ])
    await db.sql(
      `insert into launch_contents (id, launch_id, position, title, release_kind, release_at, release_hours, release_day, release_time, expires_at,
         expires_hours, required_for_next)
       values ($1, $2, $3, 'שיעור', $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        id,
        made!.id,
        position,
        release.kind === 'content' ? 'hours' : release.kind,
        release.kind === 'at' ? when(release.at) : null,
        release.kind === 'hours' ? release.hours : release.kind === 'content' ? 0 : null,
        release.kind === 'day' ? release.day : null,
        release.kind === 'day' ? release.time : null,
        when(expiresAt),
        expiresHours,
        requiredForNext,
      ],
    )
  for (const { id, release } of late)
    await db.sql(`update launch_contents set release_kind = 'content', release_after = $2 where id = $1`, [
      id,
      (release as Release & { kind: 'content' }).after,
    ])
  const [who] = await db.sql<{ id: string }>(
    `with contact as (insert into contacts (full_name, first_name) values ('נועה לדוגמה', 'נועה') returning id)
     insert into launch_participants (launch_id, contact_id, name, email, joined_at, status, cart_opens_at, cart_closes_at, opted_out_at, is_demo)
     select $1, id, 'נועה', 'noa@example.com', $2, $3, $4, $5, case when $3 = 'opted_out' then now() end, true from contact returning id`,
    [
      made!.id,
      when(participant.joinedAt),
      participant.status,
      when(participant.cartOpensAt),
      when(participant.cartClosesAt),
    ],
  )
  for (const [content, { firstOpenAt, completedAt }] of progress)
    await db.sql(
      `insert into launch_progress (participant_id, content_id, first_open_at, completed_at) values ($1, $2, $3, $4)
       on conflict (participant_id, content_id) do update set first_open_at = excluded.first_open_at, completed_at = excluded.completed_at`,
      [who!.id, content, when(firstOpenAt), when(completedAt)],
    )
  return who!.id
}

test('the database and the contract agree on random launches, zones and instants', async () => {
  const seen = new Set<string>()
  for (let i = 0; i < 100; i++) {
    const one = randomCase()
    const participant = await store(one)
    // The instant itself, and both sides of every bound that the contract names.
    const contents = contentsAt(one.launch, one.contents, one.participant, one.progress, one.now)
    const bounds = contents.flatMap(({ opensAt, closesAt }) => [opensAt, closesAt]).filter((at) => at !== null)
    const ends = [one.launch.prelaunchAt, one.participant.cartClosesAt ?? one.launch.cartClosesAt].filter(
      (at) => at !== null,
    )
    for (const now of [one.now, ...[...bounds.slice(0, 3), ...ends].flatMap((at) => [at - 1, at])]) {
      const asked = [participant, new Date(now).toISOString()]
      const found = await db.sql<{
        content_id: string
        state: string
        opens_at: Date | null
        closes_at: Date | null
        waits_for: string | null
      }>('select * from private.launch_contents_at($1, $2)', asked)
      const [about] = await db.sql<{ phase: string; cart: string }>(
        `select private.launch_phase(l, p, $2) as phase, private.launch_cart(l, p, $2) as cart
         from launch_participants p join launches l on l.id = p.launch_id where p.id = $1`,
        asked,
      )
      const expected = contentsAt(one.launch, one.contents, one.participant, one.progress, now)
      expect({
        about,
        contents: found.map((row) => ({
          id: row.content_id,
          state: row.state,
          opensAt: row.opens_at?.getTime() ?? null,
          closesAt: row.closes_at?.getTime() ?? null,
          waitsFor: row.waits_for,
        })),
        of: JSON.stringify({ ...one, progress: [...one.progress], now }),
      }).toEqual({
        about: { phase: phaseAt(one.launch, one.participant, now), cart: cartAt(one.launch, one.participant, now) },
        contents: expected,
        of: JSON.stringify({ ...one, progress: [...one.progress], now }),
      })
      for (const { state } of expected) seen.add(state)
      seen.add(about!.cart)
    }
  }
  expect(seen.size).toBe(11)
}, 120_000)
