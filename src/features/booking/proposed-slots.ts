// Three slots that staff propose to a contact: the default choice, and a message with a link to each.
import { dayIn } from '#lib/time/zoned-time.ts'
import { israelZone, zoneText } from '#lib/time/visitor-zones.ts'
import { momentText } from './public/free-days.ts'

export const proposedHours = 3

/** The first slot of each of the next free days, in order. With fewer free days, further slots of the same days. */
export function firstProposals(starts: readonly number[]): number[] {
  const ordered = starts.toSorted((a, b) => a - b)
  const firstOfDays = ordered.filter(
    (start, i) => i === 0 || dayIn(israelZone, start) !== dayIn(israelZone, ordered[i - 1]!),
  )
  const others = ordered.filter((start) => !firstOfDays.includes(start))
  return [...firstOfDays, ...others].slice(0, proposedHours).toSorted((a, b) => a - b)
}

type Proposal = {
  firstName: string
  title: string
  starts: readonly number[]
  minutes: number
  url: string
  /** The locked zone of the type; null: times are shown in Israel time. */
  lockedZone: string | null
}

/** `url`: the booking page without a query. Each link preselects its slot; the last one shows all of them. */
export function proposalText({ firstName, title, starts, minutes, url, lockedZone }: Proposal): string {
  const timeOf = (start: number) =>
    lockedZone ? `${momentText(start, lockedZone)} (${zoneText(lockedZone)})` : momentText(start, israelZone)
  const links = starts
    .toSorted((a, b) => a - b)
    .map((start) => `${timeOf(start)}:\n${slotAddress(url, start, minutes)}`)
  return [
    `שלום ${firstName}, הנה שעות אפשריות ל${title}. לחיצה על קישור פותחת את השעה, כל עוד היא פנויה:`,
    ...links,
    `כל השעות הפנויות:\n${url}`,
  ].join('\n\n')
}

/** URL of a slot in a short form, for use in a message. */
const slotAddress = (url: string, start: number, minutes: number) =>
  `${url}?start=${new Date(start).toISOString().slice(0, 16)}Z&minutes=${minutes}#booking`
