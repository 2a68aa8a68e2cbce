// Events of forms. Written by triggers.
import { z } from '#lib/schema.ts'
import type { EventDeclarations } from '#platform/events/events.ts'

/** Event payload without answers: subscribers read the submission, which may have been erased. */
const Filled = z.strictObject({ form_id: z.uuid(), version: z.int(), ending: z.string().optional() })

export const events = {
  'form.started': { label: 'התחילו למלא טופס', payload: Filled, about: 'form_submission' },
  'form.abandoned': { label: 'טופס נשאר באמצע', payload: Filled, about: 'form_submission' },
  'form.submitted': { label: 'טופס נשלח', payload: Filled, about: 'form_submission' },
} as const satisfies EventDeclarations
