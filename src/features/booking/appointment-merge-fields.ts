// Merge fields of an appointment for message templates, formatted as in its mails.
import { count } from '#lib/hebrew/count.ts'
import { formatPhone } from '#lib/format-phone.ts'
import { meetingMoment } from '#lib/time/meeting-moment.ts'
import type { MergeContext, MergeField } from '#platform/merge-fields/merge-fields.ts'
import { type LocationKind, locationLabels } from './booking-labels.ts'

export type Place = { location_kind: LocationKind; location_value: string; join_url: string | null }

/** "שיחת וידאו ב־Zoom: https://…" */
export function placeText({ location_kind: kind, location_value: value, join_url: joinUrl }: Place): string {
  const detail = joinUrl ?? (kind === 'phone_client_calls' ? formatPhone(value) : value)
  return detail ? `${locationLabels[kind]}: ${detail}` : locationLabels[kind]
}

export const durationText = (startsAt: Date, endsAt: Date): string =>
  count((endsAt.getTime() - startsAt.getTime()) / 60_000, { one: 'דקה', two: 'שתי דקות', other: '# דקות' })

const field = (name: string, label: string, sample: MergeField['sample'], kind: MergeField['kind'] = 'text') => ({
  name,
  label,
  group: 'פגישה',
  kind,
  sample,
})

const fields: readonly MergeField[] = [
  field('סוג_פגישה', 'סוג הפגישה', 'פגישת היכרות'),
  field('תאריך_פגישה', 'מועד הפגישה', { at: '2026-11-29T08:00:00Z', zone: 'Asia/Jerusalem' }, 'instant'),
  field('שעון_פגישה', 'השעון של המועד', 'שעון ישראל'),
  field('משך_פגישה', 'משך הפגישה', '45 דקות'),
  field('מקום_פגישה', 'מקום הפגישה, או הקישור אליה', 'שיחת וידאו ב־Zoom: https://zoom.us/j/1234567890'),
  field('מארח_פגישה', 'עם מי הפגישה', 'דנה לוי'),
  field('קישור.כניסה_לפגישה', 'כניסה לשיחת הווידאו', 'https://zoom.us/j/1234567890', 'link'),
  field('קישור.ניהול_פגישה', 'עמוד הפגישה: יומן, שינוי וביטול', '/appointment/manage/-', 'link'),
  field('קישור.קביעת_פגישה', 'קביעת פגישה נוספת', '/book', 'link'),
]

type Facts = Place & {
  title: string
  starts_at: string
  ends_at: string
  client_zone: string
  host_name: string
  type_path: string | null
}

export const appointmentMergeContext: MergeContext = {
  label: 'פגישה',
  fields,
  valuesOf(facts) {
    const { title, starts_at, ends_at, client_zone: zone, host_name, type_path, ...place } = facts as Facts
    const startsAt = new Date(starts_at)
    return {
      סוג_פגישה: title,
      תאריך_פגישה: { at: startsAt.toISOString(), zone },
      שעון_פגישה: meetingMoment(startsAt, zone).zone,
      משך_פגישה: durationText(startsAt, new Date(ends_at)),
      מקום_פגישה: placeText(place),
      מארח_פגישה: host_name,
      'קישור.כניסה_לפגישה': place.join_url,
      'קישור.קביעת_פגישה': bookingPath(type_path),
    }
  },
}

/** Link to book another appointment of the type. */
export const bookingPath = (typePath: string | null): string => (typePath ? `/book/${typePath}` : '/contact')
