// An appointment type whose only slots are on one distant day, so that bookings of other tests do not affect them.
import type { Role } from '#platform/accounts/roles.ts'
import { unique } from './make-contact.ts'
import { userIdOf } from './own-rows.ts'
import { backendAs } from './render.tsx'

/** Creates a hidden type of a demo host, with slots on a separate day. Returns its id and its slug. */
export async function addTypeOfDay(day: string, host: Role = 'owner') {
  const { data } = await backendAs('owner')
    .from('appointment_types')
    .insert({
      user_id: userIdOf(host),
      slug: `type-${crypto.randomUUID().slice(0, 8)}`,
      title: unique('שיחה'),
      durations: [25],
      default_duration: 25,
      is_hidden: true,
      // Sorted below the demo's types: other tests select the first one in dialogs.
      position: 1_000,
      window_kind: 'range',
      window_from: day,
      window_to: day,
    })
    .select('id, slug, default_duration')
    .single()
    .throwOnError()
  return data
}
