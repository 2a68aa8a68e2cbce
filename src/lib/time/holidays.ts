// Israeli holidays, memorial days and Saturdays, from the Hebrew calendar. Days are 'YYYY-MM-DD'.
// Intl supports the Hebrew calendar; libraries for that calendar have incompatible licences.
import { memoize } from '../memoize.ts'

/**
 * `closed`: no work (a legal holiday, Independence Day). `eve`: a short day before one. `partial`: a working day with short hours
 * (the intermediate days, Purim, the Ninth of Av). `memorial`: a working day of mourning.
 */
export type HolidayKind = 'closed' | 'eve' | 'partial' | 'memorial'
/** The id is stored in settings. A day of chol hamoed is `partial`; the last one of each festival is an `eve`, too. */
export type Holiday = { id: HolidayId; name: string; kind: HolidayKind; isCholHamoed: boolean }
export type HolidayId = keyof typeof holidays

const holidays = {
  rosh_hashana_eve: ['ערב ראש השנה', 'eve'],
  rosh_hashana: ['ראש השנה', 'closed'],
  yom_kippur_eve: ['ערב יום כיפור', 'eve'],
  yom_kippur: ['יום כיפור', 'closed'],
  sukkot_eve: ['ערב סוכות', 'eve'],
  sukkot: ['סוכות', 'closed'],
  sukkot_chol_hamoed: ['חול המועד סוכות', 'partial'],
  hoshana_raba: ['הושענא רבה', 'eve'],
  simchat_torah: ['שמחת תורה', 'closed'],
  purim: ['פורים', 'partial'],
  pesach_eve: ['ערב פסח', 'eve'],
  pesach: ['פסח', 'closed'],
  pesach_chol_hamoed: ['חול המועד פסח', 'partial'],
  pesach_seventh_eve: ['ערב שביעי של פסח', 'eve'],
  pesach_seventh: ['שביעי של פסח', 'closed'],
  holocaust_day: ['יום השואה', 'memorial'],
  memorial_day: ['יום הזיכרון', 'memorial'],
  independence_day: ['יום העצמאות', 'closed'],
  shavuot_eve: ['ערב שבועות', 'eve'],
  shavuot: ['שבועות', 'closed'],
  tisha_beav: ['תשעה באב', 'partial'],
} as const satisfies Record<string, readonly [name: string, kind: HolidayKind]>

export const holidayIds = Object.keys(holidays) as HolidayId[]

const cholHamoed = new Set<HolidayId>([
  'sukkot_chol_hamoed',
  'hoshana_raba',
  'pesach_chol_hamoed',
  'pesach_seventh_eve',
])

type HebrewDay = { month: string; date: number; weekday: number }

const format = new Intl.DateTimeFormat('en-u-ca-hebrew', { timeZone: 'UTC', day: 'numeric', month: 'long' })

export const holidayOn = memoize((day: string): Holiday | undefined => {
  const hebrew = hebrewDay(day)
  const id = fixedHolidays[`${hebrew.date} ${hebrew.month}`] ?? movableHoliday(hebrew)
  if (!id) return undefined
  const [name, kind] = holidays[id]
  return { id, name, kind, isCholHamoed: cholHamoed.has(id) }
})

/** Whether the day is a closed holiday. */
export const isClosedHoliday = (day: string): boolean => holidayOn(day)?.kind === 'closed'

export const isSaturday = (day: string): boolean => new Date(day).getUTCDay() === 6

/** Whether the day is a Saturday or a closed holiday. */
export const isRestDay = (day: string): boolean => isSaturday(day) || isClosedHoliday(day)

function hebrewDay(day: string): HebrewDay {
  const at = new Date(day)
  const parts = format.formatToParts(at)
  const part = (type: string) => parts.find((one) => one.type === type)!.value
  return { month: part('month'), date: Number(part('day')), weekday: at.getUTCDay() }
}

const fixedHolidays: Record<string, HolidayId> = {
  '29 Elul': 'rosh_hashana_eve',
  '1 Tishri': 'rosh_hashana',
  '2 Tishri': 'rosh_hashana',
  '9 Tishri': 'yom_kippur_eve',
  '10 Tishri': 'yom_kippur',
  '14 Tishri': 'sukkot_eve',
  '15 Tishri': 'sukkot',
  ...everyDay(16, 20, 'Tishri', 'sukkot_chol_hamoed'),
  '21 Tishri': 'hoshana_raba',
  '22 Tishri': 'simchat_torah',
  '14 Adar': 'purim',
  '14 Adar II': 'purim',
  '14 Nisan': 'pesach_eve',
  '15 Nisan': 'pesach',
  ...everyDay(16, 19, 'Nisan', 'pesach_chol_hamoed'),
  '20 Nisan': 'pesach_seventh_eve',
  '21 Nisan': 'pesach_seventh',
  '5 Sivan': 'shavuot_eve',
  '6 Sivan': 'shavuot',
}

function everyDay(from: number, to: number, month: string, id: HolidayId) {
  const days = Array.from({ length: to - from + 1 }, (_, i) => `${from + i} ${month}`)
  return Object.fromEntries(days.map((day): [string, HolidayId] => [day, id]))
}

/** Holidays that are moved by law to avoid a Saturday. */
function movableHoliday({ month, date, weekday }: HebrewDay): HolidayId | undefined {
  const weekdayOf = (other: number) => (weekday + ((other - date) % 7) + 14) % 7
  if (month === 'Iyar') {
    // 5 Iyar; earlier if it is a Friday or Saturday, later if it is a Monday.
    const independence = ({ 5: 4, 6: 3, 1: 6 } as Record<number, number>)[weekdayOf(5)] ?? 5
    if (date === independence) return 'independence_day'
    if (date === independence - 1) return 'memorial_day'
  }
  if (month === 'Nisan' && date === (({ 5: 26, 0: 28 } as Record<number, number>)[weekdayOf(27)] ?? 27))
    return 'holocaust_day'
  if (month === 'Av' && date === (weekdayOf(9) === 6 ? 10 : 9)) return 'tisha_beav'
  return undefined
}
