import { onTestFinished } from 'vitest'
import { addField, type NewField } from '#platform/fields/fields.data.ts'
import { unique } from './make-contact.ts'
import { backendAs } from './render.tsx'

const backend = backendAs('owner')

/** Creates a custom field for one test. Fields are archived and never deleted. */
export async function makeField(field: Partial<NewField> = {}) {
  const added = await addField(backend, { entity: 'household', label: unique('שדה'), type: 'text', ...field })
  onTestFinished(async () => {
    const archive = backend.from('custom_field_defs').update({ deleted_at: new Date().toISOString() })
    await archive.eq('id', added.id).throwOnError()
  })
  return added
}
