// A slow, independent implementation of the launch rules. It walks through the lifetime of a launch minute by minute on
// a wall clock of its time zone. It shares no arithmetic with launch-clock.ts or its SQL counterpart.
import type { CartState, ContentAt, ContentRule, ContentState, LaunchPhase } from './launch-clock.ts'
import { lifeDays, minuteMs, type RandomLaunch, yearStart } from './random-launch.fixture.ts'

const walls = new Map<string, Int32Array>()

/** Wall-clock time at each minute of the year, as local minutes since 1970. Offsets change only at full quarter hours. */
function wallOf(zone: string): Int32Array {
  const cached = walls.get(zone)
  if (cached) return cached
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const wall = new Int32Array(400 * 1440)
  for (let at = 0; at < wall.length; at += 15) {
    const [month, day, year, hour, minute] = clock
      .formatToParts(yearStart + at * minuteMs)
      .filter(({ type }) => type !== 'literal')
      .map(({ value }) => Number(value)) as [number, number, number, number, number]
    const shown = Date.UTC(year, month - 1, day, hour, minute) / minuteMs
    for (let i = 0; i < 15; i++) wall[at + i] = shown + i
  }
  walls.set(zone, wall)
  return wall
}

const minuteOf = (at: number) => Math.round((at - yearStart) / minuteMs)
const minuteOrNever = (at: number | null | undefined) => (at == null ? Infinity : minuteOf(at))
const instantOf = (minute: number) => yearStart + minute * minuteMs

/**
 * The minute at which the wall clock shows a time: the last one if it is shown twice. A skipped time maps to the minute
 * at which an unshifted clock would show it.
 */
function minuteOnWall(wall: Int32Array, from: number, shown: number): number {
  let found = -1
  for (let at = from; at < from + (lifeDays + 2) * 1440; at++) {
    if (wall[at] === shown) found = at
    const [before, after] = [wall[at - 1]!, wall[at]!]
    if (before < shown && shown < after) {
      let unchanged = before
      let later = at - 1
      while (unchanged < shown) {
        unchanged++
        later++
      }
      return later
    }
    // The search is past any repetition of the hour.
    if (found >= 0 && after > shown + 1440) break
  }
  return found
}

/**
 * When a content is due by its release rule, ignoring prerequisites. Undefined for a content that follows another
 * content.
 */
function dueMinute({ release }: ContentRule, { launch, participant }: RandomLaunch): number | undefined {
  const joined = minuteOf(participant.joinedAt)
  if (release.kind === 'at') return minuteOf(release.at)
  if (release.kind === 'content') return undefined
  if (release.kind === 'hours') {
    let at = joined
    for (let hour = 0; hour < release.hours; hour++) for (let minute = 0; minute < 60; minute++) at++
    return at
  }
  const wall = wallOf(launch.tz)
  // Goes back to the first minute of the local day, then forward from midnight to midnight.
  const dayOn = (at: number) => Math.floor(wall[at]! / 1440)
  let day = dayOn(joined)
  for (let i = 0; i < release.day; i++) day++
  const [hour, minute] = release.time.split(':').map(Number) as [number, number]
  return minuteOnWall(wall, joined - 2 * 1440, day * 1440 + hour * 60 + minute)
}

export type OracleView = { phase: LaunchPhase; cart: CartState; contents: ContentAt[] }

/** The window of an evergreen cart, counted from joining or from the start, whichever is later. */
export function windowOfOracle({ window, launch, participant }: RandomLaunch) {
  if (!window) return null
  let opens = minuteOf(participant.joinedAt)
  while (launch.prelaunchAt !== null && opens < minuteOf(launch.prelaunchAt)) opens++
  for (let hour = 0; hour < window.afterHours; hour++) opens += 60
  let closes = opens
  for (let hour = 0; hour < window.hours; hour++) closes += 60
  return { opensAt: instantOf(opens), closesAt: instantOf(closes) }
}

/** The state that the participant sees at an instant, which must not precede the last completion. */
export function oracleOf(random: RandomLaunch): (now: number) => OracleView {
  const { launch, contents, progress } = random
  const phases = walkPhases(random)
  const opened = walkOpenings(random)
  const isCompleted = (id: string) => progress.get(id)?.completedAt != null
  return (now) => {
    const at = Math.floor((now - yearStart) / minuteMs)
    const isFixedStatus = launch.status === 'draft' || launch.status === 'ended' || launch.status === 'archived'
    const phase = isFixedStatus ? launch.status : phases.findLast(({ from }) => from <= at)!.phase
    return {
      phase,
      cart: cartIn(phase, random),
      contents: contents.map((content) => {
        const { id, expiresAt, expiresHours } = content
        const opens = opened.get(id)
        let closes = Infinity
        if (opens !== undefined && expiresHours !== null) closes = opens + expiresHours * 60
        if (opens !== undefined && expiresAt !== null && minuteOf(expiresAt) < closes) closes = minuteOf(expiresAt)
        return {
          id,
          state: stateIn(phase, { at, opens, closes, ...progress.get(id) }),
          opensAt: opens === undefined ? null : instantOf(opens),
          closesAt: closes === Infinity ? null : instantOf(closes),
          waitsFor: firstMissing(content, contents, isCompleted),
        }
      }),
    }
  }
}

/** The phases of a launch whose status follows its dates, each with its first minute. */
function walkPhases(random: RandomLaunch) {
  const { launch, participant } = random
  const own = windowOfOracle(random)
  const starts = minuteOrNever(launch.prelaunchAt)
  const opensAt = minuteOrNever(own?.opensAt ?? launch.cartOpensAt)
  const closesAt = minuteOrNever(own?.closesAt ?? participant.cartClosesAt ?? launch.cartClosesAt)
  const phases: { from: number; phase: LaunchPhase }[] = [{ from: -Infinity, phase: 'waiting' }]
  if (starts === Infinity) return phases
  let sinceClosed = -1
  const isIn = (phase: LaunchPhase) => phases.at(-1)!.phase === phase
  const move = (phase: LaunchPhase, from: number) => phases.push({ from, phase })
  for (let at = starts; at < starts + lifeDays * 1440 && !isIn('ended'); at++) {
    if (isIn('waiting')) move('prelaunch', at)
    if (isIn('prelaunch') && at >= opensAt) move('cart_open', at)
    if (isIn('cart_closed')) sinceClosed++
    if (isIn('cart_open') && at >= closesAt) {
      move('cart_closed', at)
      sinceClosed = at - closesAt
    }
    if (isIn('cart_closed') && sinceClosed >= 7 * 1440) move('ended', at)
  }
  return phases
}

/** The minute at which each content opened, once the launch has started. */
function walkOpenings(random: RandomLaunch) {
  const { launch, contents, progress } = random
  const completed = new Map(contents.map(({ id }) => [id, minuteOrNever(progress.get(id)?.completedAt)]))
  const opened = new Map<string, number>()
  let shut = contents.map((content) => ({
    id: content.id,
    due: dueMinute(content, random) ?? -Infinity,
    after: [
      ...contents.filter((one) => one.requiredForNext && one.position < content.position).map(({ id }) => id),
      ...(content.release.kind === 'content' ? [content.release.after] : []),
    ].map((id) => completed.get(id)!),
  }))
  // Without a start date a content may have become due at any time.
  const dues = shut.map(({ due }) => due).filter((due) => due !== -Infinity)
  const first = launch.prelaunchAt === null ? Math.min(...dues, ...completed.values()) : minuteOf(launch.prelaunchAt)
  for (let at = first; at < first + lifeDays * 1440 && shut.length > 0; at++)
    shut = shut.filter(({ id, due, after }) => {
      if (due > at || after.some((one) => one > at)) return true
      opened.set(id, at)
      return false
    })
  return opened
}

function cartIn(phase: LaunchPhase, { launch, participant }: RandomLaunch): CartState {
  if (participant.status === 'buyer') return 'bought'
  if (!launch.sells) return 'none'
  if (participant.status === 'opted_out') return 'left'
  const carts: Record<LaunchPhase, CartState> = {
    draft: 'before',
    waiting: 'before',
    prelaunch: 'before',
    cart_open: 'open',
    cart_closed: 'closed',
    ended: 'closed',
    archived: 'closed',
  }
  return carts[phase]
}

type Times = {
  at: number
  opens: number | undefined
  closes: number
  firstOpenAt?: number | null
  completedAt?: number | null
}

function stateIn(phase: LaunchPhase, { at, opens, closes, firstOpenAt, completedAt }: Times): ContentState {
  if (['ended', 'archived'].includes(phase)) return 'expired'
  if (['draft', 'waiting'].includes(phase) || opens === undefined || at < opens) return 'locked'
  if (at >= closes) return 'expired'
  if (completedAt != null) return 'completed'
  return firstOpenAt != null ? 'started' : 'available'
}

/** The first content, in order, that must be completed before; the followed content is last. */
function firstMissing(content: ContentRule, contents: readonly ContentRule[], isCompleted: (id: string) => boolean) {
  for (const { id, position, requiredForNext } of contents)
    if (requiredForNext && position < content.position && !isCompleted(id)) return id
  const { release } = content
  return release.kind === 'content' && !isCompleted(release.after) ? release.after : null
}
