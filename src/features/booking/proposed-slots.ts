// Three hours that the staff propose to a contact: which ones first, and the message with a link to each.
import { dayIn } from '#lib/time/zoned-time.ts'
import { israel, zoneText } from '#lib/time/visitor-zones.ts'
import { momentText } from './public/free-days.ts'

export const proposedHours = 3

/** The first hour of each of the next free days; of fewer days, further hours of them. In order. */
export function firstProposals(starts: readonly number[]): number[] {
  const ordered = starts.toSorted((a, b) => a - b)
  const firstOfDays = ordered.filter((start, i) => i === 0 || dayIn(israel, start) !== dayIn(israel, ordered[i - 1]!))
  const others = ordered.filter((start) => !firstOfDays.includes(start))
  return [...firstOfDays, ...others].slice(0, proposedHours).toSorted((a, b) => a - b)
}

type Proposal = {
  firstName: string
  title: string
  starts: readonly number[]
  minutes: number
  url: string
  /** The one zone of the type; null: hours are those of Israel. */
  lockedZone: string | null
}

/** `url`: of the booking page, without a query. Each link opens its hour; the last one opens all of them. */
export function proposalText({ firstName, title, starts, minutes, url, lockedZone }: Proposal): string {
  const timeOf = (start: number) =>
    lockedZone ? `${momentText(start, lockedZone)} (${zoneText(lockedZone)})` : momentText(start, israel)
  const links = starts
    .toSorted((a, b) => a - b)
    .map((start) => `${timeOf(start)}:\n${slotAddress(url, start, minutes)}`)
  return [
    `שלום ${firstName}, הנה שעות אפשריות ל${title}. לחיצה על קישור פותחת את השעה, כל עוד היא פנויה:`,
    ...links,
    `כל השעות הפנויות:\n${url}`,
  ].join('\n\n')
}

/** Short: it is read in a message. */
const slotAddress = (url: string, start: number, minutes: number) =>
  `${url}?start=${new Date(start).toISOString().slice(0, 16)}Z&minutes=${minutes}#booking`
