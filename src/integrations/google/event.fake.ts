// An event of the Calendar API; unknown fields are preserved.
type Time = { dateTime?: string; date?: string; timeZone?: string }
export type Attendee = {
  email: string
  displayName?: string
  responseStatus?: string
  self?: boolean
  organizer?: boolean
}
export type FakeEvent = {
  kind: 'calendar#event'
  id: string
  iCalUID: string
  etag: string
  status: 'confirmed' | 'tentative' | 'cancelled'
  created: string
  updated: string
  sequence: number
  start: Time
  end: Time
  summary?: string
  description?: string
  transparency?: 'opaque' | 'transparent'
  attendees?: Attendee[]
  hangoutLink?: string
  conferenceData?: Record<string, unknown> | null
  extendedProperties?: { private?: Record<string, string>; shared?: Record<string, string> }
  [field: string]: unknown
}
export type EventInput = Partial<FakeEvent>
