// Recurrence rules of tasks, as stored (a subset of RFC 5545) and as Hebrew text.

/** The offered rules. A monthly one gets its day of the month from the task's due date. */
export const recurrenceOptions = [
  { rrule: 'FREQ=DAILY', text: 'כל יום' },
  { rrule: 'FREQ=WEEKLY;BYDAY=SU,MO,TU,WE,TH', text: 'בימים א׳–ה׳' },
  { rrule: 'FREQ=WEEKLY', text: 'כל שבוע' },
  { rrule: 'FREQ=WEEKLY;INTERVAL=2', text: 'כל שבועיים' },
  { rrule: 'FREQ=MONTHLY', text: 'כל חודש' },
  { rrule: 'FREQ=MONTHLY;INTERVAL=3', text: 'כל שלושה חודשים' },
] as const

const dayNames: Record<string, string> = { SU: 'א׳', MO: 'ב׳', TU: 'ג׳', WE: 'ד׳', TH: 'ה׳', FR: 'ו׳', SA: 'שבת' }
const units = {
  DAILY: { one: 'כל יום', two: 'כל יומיים', many: 'ימים' },
  WEEKLY: { one: 'כל שבוע', two: 'כל שבועיים', many: 'שבועות' },
  MONTHLY: { one: 'כל חודש', two: 'כל חודשיים', many: 'חודשים' },
} as const

const part = (rrule: string, name: string) => new RegExp(`(?:^|;)${name}=([^;]+)`).exec(rrule)?.[1]

/** The rule without BYMONTHDAY, as the form's options have it. */
export const optionOf = (rrule: string | null): string => (rrule ?? '').replace(/;BYMONTHDAY=\d+/, '')

/** כל שבוע, כל 3 חודשים, בימים א׳, ג׳. */
export function recurrenceText(rrule: string): string {
  const offered = recurrenceOptions.find((one) => one.rrule === optionOf(rrule).replace(/;UNTIL=\d+/, ''))
  return [offered?.text ?? spelledOut(rrule), untilText(part(rrule, 'UNTIL'))].filter(Boolean).join(' ')
}

function spelledOut(rrule: string): string {
  const unit = units[(part(rrule, 'FREQ') ?? 'DAILY') as keyof typeof units]
  const every = Number(part(rrule, 'INTERVAL') ?? 1)
  const days = part(rrule, 'BYDAY')
    ?.split(',')
    .map((day) => dayNames[day])
    .join(', ')
  const rhythm = every === 1 ? unit.one : every === 2 ? unit.two : `כל ${every} ${unit.many}`
  return [every === 1 && days ? '' : rhythm, days && `בימים ${days}`].filter(Boolean).join(' ')
}

const untilText = (until: string | undefined) =>
  until ? `עד ${Number(until.slice(6))}.${Number(until.slice(4, 6))}.${until.slice(0, 4)}` : ''
