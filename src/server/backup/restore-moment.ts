// Parses the point in time of `npm run restore -- --to`.
import { StartupError } from '#lib/startup-error.ts'
import { instantAt } from '#lib/time/dates.ts'

const inIsrael = /^(\d{4}-\d{2}-\d{2})[ T]((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d))?$/
const withZone = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))$/

/** Israel time, unless it has a zone. Throws StartupError for anything else, which would be read in the zone of the machine. */
export function restoreMoment(text: string): Date {
  const moment = readLocal(text.trim()) ?? readZoned(text.trim())
  if (!moment || Number.isNaN(moment.getTime()))
    throw new StartupError('--to has to be like "2026-11-23 14:05" (Israel time) or 2026-11-23T12:05:30Z.')
  return moment
}

/** Whether the day exists: Date.parse rolls February 31 over into March. */
const isDay = (day: string) => new Date(Date.parse(day) || 0).toISOString().startsWith(day)

function readLocal(text: string): Date | undefined {
  const [, day, time, seconds = '0'] = inIsrael.exec(text) ?? []
  if (day === undefined || time === undefined || !isDay(day)) return undefined
  return new Date(instantAt(day, time).getTime() + Number(seconds) * 1000)
}

function readZoned(text: string): Date | undefined {
  const [, day, time] = withZone.exec(text) ?? []
  return day !== undefined && isDay(day) ? new Date(`${day}T${time}`) : undefined
}
