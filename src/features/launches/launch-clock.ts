// The state function of launches: what is open for a participant at an instant. Mirrored in SQL by
// private.launch_contents_at.
import { addDays } from '#lib/time/day-arithmetic.ts'
import { dayIn, instantIn, minutesIn, minutesOf } from '#lib/time/zoned-time.ts'

export const launchStatuses = ['draft', 'prelaunch', 'cart_open', 'cart_closed', 'ended', 'archived'] as const
export type LaunchStatus = (typeof launchStatuses)[number]
export const participantStatuses = ['joined', 'active', 'buyer', 'lapsed', 'opted_out'] as const
export type ParticipantStatus = (typeof participantStatuses)[number]

/** `waiting`: announced, but the series has not started. */
export type LaunchPhase = LaunchStatus | 'waiting'
export type CartState = 'none' | 'before' | 'open' | 'closed' | 'bought' | 'left'
export type ContentState = 'locked' | 'available' | 'started' | 'completed' | 'expired'

/** Instants in milliseconds. */
export type LaunchTimes = {
  status: LaunchStatus
  tz: string
  prelaunchAt: number | null
  cartOpensAt: number | null
  cartClosesAt: number | null
  sells: boolean
}
export type ParticipantTimes = {
  status: ParticipantStatus
  joinedAt: number
  cartOpensAt: number | null
  cartClosesAt: number | null
}
export type Release =
  | { kind: 'at'; at: number }
  | { kind: 'hours'; hours: number }
  | { kind: 'day'; day: number; time: string }
  | { kind: 'content'; after: string }
export type ContentRule = {
  id: string
  position: number
  release: Release
  expiresAt: number | null
  expiresHours: number | null
  requiredForNext: boolean
}
export type Progress = { firstOpenAt: number | null; completedAt: number | null }

/** `opensAt` is null until another content, `waitsFor`, is completed. */
export type ContentAt = {
  id: string
  state: ContentState
  opensAt: number | null
  closesAt: number | null
  waitsFor: string | null
}

const hourMs = 3_600_000
const minuteMs = 60_000
/** Days for which pages stay open after the cart closes. */
export const openAfterCartDays = 7
const afterCartMs = openAfterCartDays * 24 * hourMs

/** The cart window of a participant, or of the launch itself. Both bounds are null while dates are missing. */
export function windowOf(launch: LaunchTimes, participant?: ParticipantTimes) {
  return {
    opensAt: participant?.cartOpensAt ?? launch.cartOpensAt,
    closesAt: participant?.cartClosesAt ?? launch.cartClosesAt,
  }
}

/** Windows are half-open: at the closing instant the cart is closed. */
export function phaseAt(launch: LaunchTimes, participant: ParticipantTimes | undefined, now: number): LaunchPhase {
  const { status, prelaunchAt } = launch
  if (status === 'draft' || status === 'ended' || status === 'archived') return status
  if (prelaunchAt === null || now < prelaunchAt) return 'waiting'
  const { opensAt, closesAt } = windowOf(launch, participant)
  if (opensAt === null || closesAt === null || now < opensAt) return 'prelaunch'
  if (now < closesAt) return 'cart_open'
  return now < closesAt + afterCartMs ? 'cart_closed' : 'ended'
}

export function cartAt(launch: LaunchTimes, participant: ParticipantTimes | undefined, now: number): CartState {
  if (participant?.status === 'buyer') return 'bought'
  if (!launch.sells) return 'none'
  if (participant?.status === 'opted_out') return 'left'
  const phase = phaseAt(launch, participant, now)
  if (phase === 'cart_open') return 'open'
  return phase === 'cart_closed' || phase === 'ended' || phase === 'archived' ? 'closed' : 'before'
}

/** The state of every content, in order. */
export function contentsAt(
  launch: LaunchTimes,
  contents: readonly ContentRule[],
  participant: ParticipantTimes,
  progress: ReadonlyMap<string, Progress>,
  now: number,
): ContentAt[] {
  const phase = phaseAt(launch, participant, now)
  const inOrder = contents.toSorted((a, b) => a.position - b.position)
  const completedAt = (id: string) => progress.get(id)?.completedAt ?? null
  return inOrder.map((content, i) => {
    const { id, release } = content
    const required = inOrder.slice(0, i).filter(({ requiredForNext }) => requiredForNext)
    const needed = [...required.map((one) => one.id), ...(release.kind === 'content' ? [release.after] : [])]
    const waitsFor = needed.find((one) => completedAt(one) === null) ?? null
    if (waitsFor !== null) {
      const state = phase === 'ended' || phase === 'archived' ? 'expired' : 'locked'
      return { id, state, opensAt: null, closesAt: null, waitsFor }
    }
    const own = release.kind === 'content' ? completedAt(release.after)! : releasedAt(release, participant, launch.tz)
    const opensAt = Math.max(own, launch.prelaunchAt ?? own, ...required.map((one) => completedAt(one.id)!))
    const closesAt = earliest(
      content.expiresAt,
      content.expiresHours === null ? null : opensAt + content.expiresHours * hourMs,
    )
    return { id, state: stateOf(phase, opensAt, closesAt, progress.get(id), now), opensAt, closesAt, waitsFor }
  })
}

function stateOf(
  phase: LaunchPhase,
  opensAt: number,
  closesAt: number | null,
  progress: Progress | undefined,
  now: number,
): ContentState {
  if (phase === 'ended' || phase === 'archived') return 'expired'
  if (phase === 'draft' || phase === 'waiting' || now < opensAt) return 'locked'
  if (closesAt !== null && now >= closesAt) return 'expired'
  if (progress?.completedAt != null) return 'completed'
  return progress?.firstOpenAt == null ? 'available' : 'started'
}

function releasedAt(release: Exclude<Release, { kind: 'content' }>, { joinedAt }: ParticipantTimes, tz: string) {
  if (release.kind === 'at') return release.at
  if (release.kind === 'hours') return joinedAt + release.hours * hourMs
  return wallClock(tz, addDays(dayIn(tz, joinedAt), release.day), minutesOf(release.time))
}

const earliest = (one: number | null, other: number | null) =>
  one === null ? other : other === null ? one : Math.min(one, other)

/** Resolves a local time like PostgreSQL: moved forward in a DST gap, the second instant of an overlap. */
export function wallClock(zone: string, day: string, minutes: number): number {
  const at = instantIn(zone, day, minutes)
  if (at === undefined) return instantIn(zone, day, minutes - 60)! + hourMs
  const later = [hourMs, 30 * minuteMs].map((shift) => at + shift)
  return later.find((one) => dayIn(zone, one) === day && minutesIn(zone, one) === minutes) ?? at
}
