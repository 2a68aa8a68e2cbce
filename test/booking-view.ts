// A booking page as the server passes it to the picker, with slots at fixed instants.
import { dayIn } from '#lib/time/zoned-time.ts'
import type { BookableType } from '#features/booking/public/booking-offer.ts'
import type { BookingView } from '#features/booking/public/booking-view.ts'
import { shownTexts, siteFacts } from './site-facts.ts'

const hourMs = 3_600_000
export const israelZone = 'Asia/Jerusalem'

export const bookableType = (changes: Partial<BookableType> = {}): BookableType => ({
  id: '0b6f3f4e-0000-4000-8000-000000000001',
  slug: 'intro',
  title: 'שיחת היכרות',
  description: 'נדבר על מה שבוער, נבדוק אם אנחנו מתאימים, ותצאו עם צעד ראשון.',
  durations: [45],
  defaultDuration: 45,
  locationKind: 'zoom',
  locationValue: '',
  priceAgorot: null,
  dueAgorot: null,
  requiresConfirmation: false,
  questions: [],
  allowPartner: true,
  seats: null,
  lockedZone: null,
  usesPreparation: true,
  window: { from: null, until: null },
  isHidden: false,
  requiresLink: false,
  requiresPackage: false,
  form: null,
  policyText: '',
  cancelNoticeMin: 1440,
  rescheduleNoticeMin: 1440,
  ...changes,
})

/** Three slots on each weekday: 10:00, 11:30 and 16:00 in Israel, on winter time. */
export const weekdayStarts = (days: readonly string[]): number[] =>
  days.flatMap((day) => [8, 9.5, 14].map((hour) => Date.parse(day) + hour * hourMs))

export function bookingView(changes: Partial<BookingView> = {}): BookingView {
  const starts = weekdayStarts(['2026-11-26', '2026-11-29', '2026-11-30', '2026-12-01', '2026-12-06'])
  const { business, publishedPaths } = siteFacts()
  return {
    path: '/book/hila/intro',
    host: { id: 'host', slug: 'hila', name: 'הילה נבטים', headline: '', photo: null },
    type: bookableType(),
    typeId: bookableType().id,
    durations: [45],
    root: undefined,
    free: { from: Date.parse('2026-11-25'), until: Date.parse('2027-01-02'), generatedAt: Date.now(), starts },
    minutes: 45,
    zone: israelZone,
    today: '2026-11-25',
    until: '2027-01-24',
    month: '2026-11-01',
    day: dayIn(israelZone, starts[0]!),
    step: 'when',
    start: undefined,
    held: undefined,
    attempt: undefined,
    state: { values: {}, errors: {} },
    isTaken: false,
    windowText: undefined,
    lockText: undefined,
    cutMonth: '',
    away: [],
    campaign: {},
    prefill: {},
    link: undefined,
    marketing: { id: shownTexts[0]!.id, text: shownTexts[0]!.he_text },
    texts: shownTexts,
    facts: { business, publishedPaths },
    backendKey: 'key',
    ...changes,
  }
}
