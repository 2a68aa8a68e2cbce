// Imports for tests: uploaded, checked or run by the owner through the real functions.
import { expect } from 'vitest'
import { invoke } from '#client/invoke.ts'
import { backendAs } from '../../../../test/browser/render.tsx'
import type { CheckImport, Import, ImportUploaded } from '../imports.ts'

const backend = backendAs('owner')

export const listFile = (lines: readonly string[], name = 'רשימה.csv') =>
  new File([lines.join('\n')], name, { type: 'text/csv' })

export async function uploadList(lines: readonly string[], name = 'רשימה.csv') {
  const path = `upload-import?${new URLSearchParams({ name }).toString()}`
  const { importId } = await invoke<ImportUploaded>(backend, path, listFile(lines, name))
  return importId
}

export async function readImport(id: string): Promise<Import> {
  const { data } = await backend.from('imports').select('*').eq('id', id).single().throwOnError()
  return data
}

/** Waits until the import has this status. */
export const waitForStatus = (id: string, status: Import['status']) =>
  expect.poll(async () => (await readImport(id)).status).toBe(status)

/** Uploads and checks a list. */
export async function previewList(lines: readonly string[], name?: string) {
  const importId = await uploadList(lines, name)
  const { header_row, mapping, date_orders } = await readImport(importId)
  await invoke(backend, 'check-import', {
    importId,
    headerRow: header_row,
    mapping,
    dateOrders: date_orders,
    matchBy: 'phone_or_email',
    onMatch: 'fill_empty',
    linksHouseholds: true,
    defaults: {},
    consentProof: null,
  } satisfies CheckImport)
  await waitForStatus(importId, 'previewed')
  return importId
}

/** Uploads, checks and runs a list. */
export async function importList(lines: readonly string[], name?: string) {
  const importId = await previewList(lines, name)
  await invoke(backend, 'run-import', { importId })
  await waitForStatus(importId, 'done')
  return importId
}
