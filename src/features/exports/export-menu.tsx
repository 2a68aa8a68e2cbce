// Export of the contact list.
import { useBackend } from '#client/session-context.tsx'
import { fetchContacts } from './exports.data.ts'
import { SheetMenu } from '#platform/exports/sheet-menu.tsx'
import { type ExportContacts, refusals } from './exports.ts'

/** Exports the filtered rows (`search`) or the selected ones. */
export function ExportMenu(options: Omit<ExportContacts, 'format'>) {
  const backend = useBackend()
  return (
    <SheetMenu
      name="אנשי קשר"
      fetchFile={(format) => fetchContacts(backend, { ...options, format })}
      refusals={refusals}
    />
  )
}
