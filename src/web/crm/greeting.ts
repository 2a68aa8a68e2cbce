const hour = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Jerusalem', hour: '2-digit', hourCycle: 'h23' })

/** A greeting that fits the hour in Israel, with the first name if it is known. */
export function greetingAt(now: Date, fullName: string): string {
  const at = Number(hour.format(now))
  const words = at < 5 ? 'לילה טוב' : at < 12 ? 'בוקר טוב' : at < 17 ? 'צהריים טובים' : at < 22 ? 'ערב טוב' : 'לילה טוב'
  const [first] = fullName.trim().split(/\s+/)
  return first ? `${words}, ${first}` : words
}
