import { splitName } from '#lib/split-name.ts'

const hour = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Jerusalem', hour: '2-digit', hourCycle: 'h23' })

/** A greeting by Israel time, with the first name if known. At night it stays "good evening", because "לילה טוב" is a farewell. */
export function greetingAt(now: Date, fullName: string): string {
  const at = Number(hour.format(now))
  const greeting = at < 5 ? 'ערב טוב' : at < 12 ? 'בוקר טוב' : at < 17 ? 'צהריים טובים' : 'ערב טוב'
  const first = splitName(fullName.trim().replaceAll(/\s+/g, ' ')).first_name
  return first ? `${greeting}, ${first}` : greeting
}
