// Parser of quick task entry: "להתקשר לנועה מחר ב־10" becomes name, date, time and type.
import { dayOf } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import type { Task } from './tasks.ts'

export type QuickTask = {
  name: string
  due_date: string | null
  /** 'HH:MM' in Israel's time zone. */
  hour: string | null
  type: Task['type']
}

const weekdays = ['ראשון', 'שני', 'שלישי', 'רביעי', 'חמישי', 'שישי', 'שבת']
const counts: Record<string, number> = { יום: 1, יומיים: 2, שבוע: 7, שבועיים: 14, חודש: 30 }
/** Matches whole words; the preceding space is a lookbehind, so it is not part of the match. */
const wholeWord = (pattern: string) => new RegExp(`(?<=^|\\s)(?:${pattern})(?=$|[\\s,.])`)

type DatePattern = { find: RegExp; day: (found: RegExpExecArray, today: string) => string | null }

const datePatterns: DatePattern[] = [
  { find: wholeWord('היום'), day: (_, today) => today },
  { find: wholeWord('מחר'), day: (_, today) => addDays(today, 1) },
  { find: wholeWord('מחרתיים'), day: (_, today) => addDays(today, 2) },
  { find: wholeWord('בעוד (יומיים|שבועיים|שבוע|חודש|יום)'), day: ([, word], today) => addDays(today, counts[word!]!) },
  { find: wholeWord('בעוד (\\d{1,3}) ימים'), day: ([, n], today) => addDays(today, Number(n)) },
  { find: wholeWord('בעוד (\\d{1,2}) שבועות'), day: ([, n], today) => addDays(today, 7 * Number(n)) },
  {
    find: wholeWord(`(?:ב|ל)?יום (${weekdays.slice(0, 6).join('|')})(?: הבא)?|בשבת`),
    day: ([, name], today) => nextWeekday(name ? weekdays.indexOf(name) : 6, today),
  },
  // Not the beginning of a longer number, such as a version.
  { find: wholeWord('ב?[-־–]?(\\d{1,2})[./](\\d{1,2})(?:[./](\\d{4}|\\d{2}))?(?![./]\\d)'), day: dayInYear },
]

const timePattern = wholeWord(
  '(?:ב(?:שעה)?\\s?[-־–]?\\s?)(\\d{1,2})(?::(\\d{2}))?(?: (בבוקר|בצהריים|אחר הצהריים|בערב))?|(\\d{1,2}):(\\d{2})',
)

const types: [Task['type'], RegExp][] = [
  ['call', /^(?:להתקשר|לחזור בטלפון|לטלפן|שיחה|שיחת|טלפון)(?=$|\s)/],
  ['whatsapp', /וואטסאפ|ווטסאפ/],
  ['email', /(?<=^|\s)(?:ב?מייל|ב?דוא["״]ל)(?=$|\s)/],
  ['meeting', /^(?:פגישה|פגישת|להיפגש)(?=$|\s)/],
]

/** Extracts date and time from the text, unless no name would remain. */
export function parseQuickTask(text: string, now: Date): QuickTask {
  const today = dayOf(now)
  let rest = text
  let day: string | null = null
  for (const { find, day: of } of datePatterns) {
    const found = find.exec(rest)
    const read = found && of(found, today)
    if (!found || !read) continue
    day = read
    rest = removeMatch(rest, found)
    break
  }
  const found = timePattern.exec(rest)
  const hour = found && parseTime(found)
  if (found && hour) rest = removeMatch(rest, found)
  const name = rest.replaceAll(/\s+/g, ' ').replaceAll(/^[\s,–-]+|[\s,–-]+$/g, '')
  return {
    name: name || text.trim(),
    due_date: day ?? (hour ? today : null),
    hour: hour ?? null,
    type: types.find(([, sign]) => sign.test(name))?.[0] ?? 'todo',
  }
}

const removeMatch = (text: string, found: RegExpExecArray) =>
  `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`

/** The next date with this weekday, after today. */
function nextWeekday(weekday: number, today: string) {
  const ahead = (weekday - new Date(`${today}T00:00:00Z`).getUTCDay() + 7) % 7
  return addDays(today, ahead || 7)
}

/** Parses a date; without a year it is the next occurrence. */
function dayInYear([, day, month, year]: RegExpExecArray, today: string): string | null {
  const inYear = (of: number) => {
    const at = new Date(Date.UTC(of, Number(month) - 1, Number(day)))
    return at.getUTCMonth() === Number(month) - 1 ? at.toISOString().slice(0, 10) : null
  }
  if (year) return inYear(Number(year.length === 2 ? `20${year}` : year))
  const thisYear = inYear(Number(today.slice(0, 4)))
  return thisYear && thisYear < today ? inYear(Number(today.slice(0, 4)) + 1) : thisYear
}

/** Hours below 7 mean the afternoon, unless the part of the day is given. */
function parseTime([, hour, minutes = '00', part, clockHour, clockMinutes = '00']: RegExpExecArray):
  | string
  | undefined {
  if (clockHour) return clock(Number(clockHour), clockMinutes)
  const entered = Number(hour)
  const isLate = entered < 12 && (part ? part !== 'בבוקר' : entered < 7)
  return clock(isLate ? entered + 12 : entered, minutes)
}

const clock = (hour: number, minutes: string) =>
  hour < 24 && Number(minutes) < 60 ? `${String(hour).padStart(2, '0')}:${minutes}` : undefined
