// Whether a contact may be called with an offer. Service calls are always allowed. A marketing call needs a documented
// basis or a recent check of the do-not-call registry "אל תתקשרו אליי". A check is valid for fifteen days (Consumer
// Protection Law, section 16b).
import { dayOf, formatDate } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import type { Contact, ContactStaffDetails } from '../contacts.ts'

/** Validity of a registry check, in days. */
export const registryDays = 15

export const basisLabels: Record<NonNullable<ContactStaffDetails['call_basis']>, string> = {
  callback: 'ביקשו שנתקשר',
  consent: 'הסכימו לשיחות שיווק',
  customer: 'לקוחות שלנו, בעניין דומה',
}

type CallBasis = Pick<Contact, 'do_not_contact'> &
  Pick<ContactStaffDetails, 'call_basis' | 'call_basis_at' | 'call_basis_note' | 'dnc_checked_at'>
export type CallPermission = { kind: 'service_only' | 'free' | 'check'; text: string }

export function callPermission(
  {
    do_not_contact: isClosed,
    call_basis: basis,
    call_basis_at: at,
    call_basis_note: note,
    dnc_checked_at: checkedAt,
  }: CallBasis,
  now: Date,
): CallPermission {
  if (isClosed) return { kind: 'service_only', text: 'המספר סומן ״אין ליצור קשר שיווקי״. אפשר להתקשר רק בעניין שירות' }
  if (basis && at)
    return {
      kind: 'free',
      text: [`${basisLabels[basis]}, ${formatDate(at)}`, note && isolate(note)].filter(Boolean).join(' · '),
    }
  const until = checkedAt && addDays(dayOf(checkedAt), registryDays)
  if (until && until >= dayOf(now))
    return { kind: 'free', text: `נבדק במרשם ב־${formatDate(checkedAt)}. שיחה שיווקית מותרת עד ${formatDate(until)}` }
  return {
    kind: 'check',
    text: until
      ? `הבדיקה במרשם ״אל תתקשרו אליי״ מ־${formatDate(checkedAt)} כבר לא תקפה`
      : 'לפני שיחה שיווקית: בדיקה במרשם ״אל תתקשרו אליי״, או רישום ההסכמה שמתירה את השיחה',
  }
}
