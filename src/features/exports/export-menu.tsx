// Export of the contact list.
import { useBackend } from '#client/session-context.tsx'
import { fetchContacts } from './exports.data.ts'
import type { ExportContacts } from './exports.ts'
import { FormatMenu } from './format-menu.tsx'

/** Exports the filtered rows (`search`) or the selected ones. */
export function ExportMenu(options: Omit<ExportContacts, 'format'>) {
  const backend = useBackend()
  return <FormatMenu name="אנשי קשר" fetchFile={(format) => fetchContacts(backend, { ...options, format })} />
}
