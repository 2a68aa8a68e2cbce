// Settings of an import before its preview: columns, then rules.
import type { ShownImport } from '#features/imports/imports.data.ts'
import type { CheckImport } from '#features/imports/imports.ts'

/** The stored settings as the body of check-import. */
export const importSettingsOf = (found: ShownImport): CheckImport => ({
  importId: found.id,
  headerRow: found.header_row,
  mapping: found.mapping,
  dateOrders: found.date_orders,
  matchBy: found.match_by,
  onMatch: found.on_match,
  linksHouseholds: found.links_households,
  defaults: found.defaults,
  consentProof: found.consent_proof,
})

type ColumnSettings = Pick<CheckImport, 'headerRow' | 'mapping' | 'dateOrders'>

const keyOf = (id: string) => `import:${id}`

/** Stores column choices in this tab until the server has checked them. */
export function storeColumns(id: string, columns: ColumnSettings) {
  sessionStorage.setItem(keyOf(id), JSON.stringify(columns))
}

export function storedColumns(found: ShownImport): ColumnSettings {
  const serverSettings = { headerRow: found.header_row, mapping: found.mapping, dateOrders: found.date_orders }
  try {
    return { ...serverSettings, ...(JSON.parse(sessionStorage.getItem(keyOf(found.id)) ?? '{}') as object) }
  } catch {
    return serverSettings
  }
}
