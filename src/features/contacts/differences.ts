// Describes the concurrent changes of a contact for the conflict message.
import { formatDate } from '#lib/time/dates.ts'
import { genderFormLabels, lifecycleLabel } from './contacts.ts'
import type { ShownContact } from './contacts.data.ts'

const nothing = '–'

/** One line per differing column, with its current value. */
export function differences(
  seen: ShownContact,
  now: ShownContact,
  nameOf: (userId: string | null) => string | undefined,
): { label: string; value: string }[] {
  const facts: { label: string; read: (contact: ShownContact) => string }[] = [
    { label: 'שם פרטי', read: ({ first_name }) => first_name },
    { label: 'שם משפחה', read: ({ last_name }) => last_name ?? nothing },
    { label: 'לשון פנייה', read: ({ gender_form }) => genderFormLabels[gender_form] },
    { label: 'תאריך לידה', read: ({ birth_date }) => (birth_date ? formatDate(birth_date) : nothing) },
    { label: 'סוג', read: ({ lifecycle, gender_form }) => lifecycleLabel(lifecycle, gender_form) },
    { label: 'מקור', read: ({ source }) => source ?? nothing },
    { label: 'מזהה חיצוני', read: ({ external_id }) => external_id ?? nothing },
    { label: 'באחריות', read: ({ owner_id }) => nameOf(owner_id) ?? nothing },
    { label: 'קשר שיווקי', read: ({ do_not_contact }) => (do_not_contact ? 'אין ליצור קשר שיווקי' : 'מותר') },
  ]
  return facts.filter(({ read }) => read(seen) !== read(now)).map(({ label, read }) => ({ label, value: read(now) }))
}
