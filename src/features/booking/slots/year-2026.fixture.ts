// The year 2026 minute by minute, for the slot oracle: local times from Temporal, holidays from the printed calendar.

const minuteMs = 60_000
const dayMs = 86_400_000
const first = Date.UTC(2025, 11, 1)
const last = Date.UTC(2027, 1, 1)

/** Local times are minutes since 1 December 2025, 00:00, in the zone. */
export type LocalYear = {
  localOf(at: number): number
  /** The first instant with the given local time, or undefined if it does not exist. */
  firstInstantOf(local: number): number | undefined
}

export const localOfDay = (day: string, minutes: number) => (Date.parse(day) - first) / minuteMs + minutes
export const dayOfLocal = (local: number) => new Date(first + local * minuteMs).toISOString().slice(0, 10)

export function localYear(zone: string): LocalYear {
  const minutes = (last - first) / minuteMs
  const local = new Int32Array(minutes)
  // Every clock change is at a multiple of 15 minutes.
  for (let i = 0; i < minutes; i += 15) {
    const at = first + i * minuteMs
    const offsetNs = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).offsetNanoseconds
    for (let more = 0; more < 15; more++) local[i + more] = i + more + offsetNs / 60e9
  }
  const firstAt = new Int32Array(minutes).fill(-1)
  for (let i = minutes - 1; i >= 0; i--) {
    const shown = local[i]!
    if (shown >= 0 && shown < minutes) firstAt[shown] = i
  }
  return {
    localOf: (at) => local[Math.floor((at - first) / minuteMs)]!,
    firstInstantOf: (time) => (firstAt[time]! < 0 ? undefined : first + firstAt[time]! * minuteMs),
  }
}

/** 0 is Sunday: 30 November 2025 was a Sunday. */
export const weekdayOfLocal = (local: number) => (Math.floor(local / (dayMs / minuteMs)) + 1) % 7

type Entry = [day: string, id: string, name: string]
const many = (days: string[], id: string, name: string) => days.map((day): Entry => [day, id, name])

export const closed: Entry[] = [
  ['2026-04-02', 'pesach', 'פסח'],
  ['2026-04-08', 'pesach_seventh', 'שביעי של פסח'],
  ['2026-04-22', 'independence_day', 'יום העצמאות'],
  ['2026-05-22', 'shavuot', 'שבועות'],
  ['2026-09-12', 'rosh_hashana', 'ראש השנה'],
  ['2026-09-13', 'rosh_hashana', 'ראש השנה'],
  ['2026-09-21', 'yom_kippur', 'יום כיפור'],
  ['2026-09-26', 'sukkot', 'סוכות'],
  ['2026-10-03', 'simchat_torah', 'שמחת תורה'],
]
const lastOfPesach: Entry = ['2026-04-07', 'pesach_seventh_eve', 'ערב שביעי של פסח']
const lastOfSukkot: Entry = ['2026-10-02', 'hoshana_raba', 'הושענא רבה']
export const eves: Entry[] = [
  ['2026-04-01', 'pesach_eve', 'ערב פסח'],
  lastOfPesach,
  ['2026-05-21', 'shavuot_eve', 'ערב שבועות'],
  ['2026-09-11', 'rosh_hashana_eve', 'ערב ראש השנה'],
  ['2026-09-20', 'yom_kippur_eve', 'ערב יום כיפור'],
  ['2026-09-25', 'sukkot_eve', 'ערב סוכות'],
  lastOfSukkot,
]
export const cholHamoed: Entry[] = [
  ...many(['2026-04-03', '2026-04-04', '2026-04-05', '2026-04-06'], 'pesach_chol_hamoed', 'חול המועד פסח'),
  lastOfPesach,
  ...many(
    ['2026-09-27', '2026-09-28', '2026-09-29', '2026-09-30', '2026-10-01'],
    'sukkot_chol_hamoed',
    'חול המועד סוכות',
  ),
  lastOfSukkot,
]
export const memorial: Entry[] = [
  ['2026-04-14', 'holocaust_day', 'יום השואה'],
  ['2026-04-21', 'memorial_day', 'יום הזיכרון'],
]
