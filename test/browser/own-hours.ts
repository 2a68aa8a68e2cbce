// An appointment type whose only hours are of one far day: what other tests book does not change them.
import type { Role } from '#platform/accounts/roles.ts'
import { unique } from './make-contact.ts'
import { userIdOf } from './own-rows.ts'
import { backendAs } from './render.tsx'

/** A hidden type of a demo host, for a day of the test's own. Returns its id and its slug. */
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
      // Below the demo's types: the first one is chosen in other tests' dialogs.
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
