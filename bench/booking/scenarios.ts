// Scenarios: what happens to the appointments of one day, and the expected state of calendars and attendees afterwards.

const confirmed = 'appointment.confirmed'
const moved = 'appointment.moved'
const cancelled = 'appointment.cancelled'

export type Scenario = {
  name: 'moved' | 'cancelled' | 'reassigned' | 'moved in Google' | 'deleted in Google' | 'unchanged'
  /** Hours of the day, in UTC. */
  at: number
  to?: number
  hasPartner: boolean
  /** The messages that each attendee is sent, by the keys of the message rules. */
  sent: string[]
  /** The expected number of appointments in its chain. */
  rows: number
  isAhead: boolean
}

export const scenarios: Scenario[] = [
  { name: 'moved', at: 6, to: 8, hasPartner: true, sent: [confirmed, moved], rows: 2, isAhead: true },
  { name: 'cancelled', at: 10, hasPartner: true, sent: [confirmed, cancelled], rows: 1, isAhead: false },
  { name: 'reassigned', at: 12, hasPartner: false, sent: [confirmed], rows: 1, isAhead: true },
  { name: 'moved in Google', at: 14, to: 16, hasPartner: true, sent: [confirmed, moved], rows: 2, isAhead: true },
  { name: 'deleted in Google', at: 18, hasPartner: false, sent: [confirmed, cancelled], rows: 1, isAhead: false },
  { name: 'unchanged', at: 20, hasPartner: true, sent: [confirmed], rows: 1, isAhead: true },
]

export const scenarioOf = (name: Scenario['name']) => scenarios.find((scenario) => scenario.name === name)!

export const addressesOf = (round: number, { name, hasPartner }: Scenario) =>
  ['main', ...(hasPartner ? ['partner'] : [])].map(
    (role) => `${role}-${name.toLowerCase().replaceAll(' ', '-')}-${round}@example.com`,
  )
