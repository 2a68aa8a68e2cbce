// Random launches with one participant, reproducible by seed. All instants are minutes of the year 2026, in UTC.
import type {
  ContentRule,
  LaunchStatus,
  LaunchTimes,
  ParticipantStatus,
  ParticipantTimes,
  Progress,
  Release,
} from './launch-clock.ts'
import { launchStatuses, participantStatuses } from './launch-clock.ts'

export const yearStart = Date.parse('2026-01-01T00:00:00Z')
export const minuteMs = 60_000

/** Time zones with DST changes at midnight, by half an hour, in the southern summer, and without DST. */
export const zones = [
  'Asia/Jerusalem',
  'America/New_York',
  'Europe/London',
  'Europe/Dublin',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'America/St_Johns',
  'America/Havana',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'UTC',
] as const
/** Days around the DST changes of these zones. */
const changes = ['03-07', '03-26', '03-28', '04-03', '04-23', '09-04', '09-26', '10-03', '10-24', '10-28', '10-31']

/** `window`: hours of an evergreen cart, which the database sets on joining. `asks`: instants to compare. */
export type RandomLaunch = {
  seed: number
  launch: LaunchTimes
  window: { afterHours: number; hours: number } | null
  contents: ContentRule[]
  participant: ParticipantTimes
  progress: Map<string, Progress>
  asks: number[]
}

function drawOf(seed: number) {
  let state = seed >>> 0
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (n: number) => Math.floor(fraction() * n)
  return {
    below,
    chance: (share: number) => fraction() < share,
    oneOf: <T>(list: readonly T[]): T => list[below(list.length)]!,
  }
}
type Draw = ReturnType<typeof drawOf>

/** Days that the oracle simulates from the first day of a launch. */
export const lifeDays = 70

export function randomLaunch(seed: number): RandomLaunch {
  const draw = drawOf(seed)
  const { below, chance, oneOf } = draw
  const first = chance(0.7)
    ? Math.round((Date.parse(`2026-${oneOf(changes)}T00:00:00Z`) - yearStart) / minuteMs) - below(12 * 1440)
    : 10 * 1440 + below(270 * 1440)
  const within = (days: number) => yearStart + (first + below(days * 1440)) * minuteMs
  const [prelaunchAt, opens, closes] = [within(8), within(8), within(8)].toSorted((a, b) => a - b) as [
    number,
    number,
    number,
  ]
  const isEvergreen = chance(0.4)
  const status: LaunchStatus = chance(0.75) ? 'prelaunch' : oneOf(launchStatuses)
  const hasDates = (status !== 'draft' && status !== 'archived') || chance(0.5)
  const launch: LaunchTimes = {
    status,
    tz: oneOf(zones),
    prelaunchAt: hasDates || isEvergreen ? prelaunchAt : null,
    cartOpensAt: hasDates && !isEvergreen ? opens + minuteMs : null,
    cartClosesAt: hasDates && !isEvergreen ? closes + 2 * minuteMs : null,
    sells: chance(0.85),
  }
  const ids = Array.from({ length: 1 + below(5) }, (_, i) => idOf(seed, i + 1))
  const hasProgress = chance(0.6)
  const progress = new Map<string, Progress>()
  for (const id of hasProgress ? ids : []) {
    const firstOpenAt = chance(0.6) ? within(14) : null
    if (chance(0.8)) progress.set(id, { firstOpenAt, completedAt: chance(0.6) ? within(20) : null })
  }
  const participantStatus: ParticipantStatus = chance(0.6) ? 'active' : oneOf(participantStatuses)
  return {
    seed,
    launch,
    window: isEvergreen ? { afterHours: 1 + below(200), hours: 1 + below(120) } : null,
    contents: ids.map((id, i): ContentRule => ({
      id,
      position: i + 1,
      release: randomRelease(draw, id, ids, within),
      expiresAt: chance(0.2) ? within(25) : null,
      expiresHours: chance(0.3) ? 1 + below(200) : null,
      requiredForNext: chance(0.25),
    })),
    participant: {
      status: participantStatus,
      joinedAt: within(10),
      cartOpensAt: null,
      // An extension moves only the closing time.
      cartClosesAt: !isEvergreen && hasDates && chance(0.2) ? closes + (2 + below(5 * 1440)) * minuteMs : null,
    },
    progress,
    asks: Array.from({ length: 6 }, () => within(45)),
  }
}

function randomRelease({ below, oneOf }: Draw, own: string, ids: readonly string[], within: (days: number) => number) {
  const kind = oneOf(['at', 'hours', 'day', 'day', 'day', 'content'] as const)
  const after = oneOf(ids)
  if (kind === 'at') return { kind, at: within(20) } satisfies Release
  if (kind === 'content' && after !== own) return { kind, after } satisfies Release
  if (kind !== 'day') return { kind: 'hours', hours: below(300) } satisfies Release
  // Mostly the hours of DST changes.
  const hour = oneOf([0, 0, 1, 2, 3, below(24)])
  const time = `${String(hour).padStart(2, '0')}:${oneOf(['00', '10', '15', '30', '45', '59'])}`
  return { kind, day: below(14), time } satisfies Release
}

export const idOf = (seed: number, n: number) =>
  `00000000-0000-4000-8${n.toString(16).padStart(3, '0')}-${(seed >>> 0).toString(16).padStart(12, '0')}`
