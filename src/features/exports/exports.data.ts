// Downloads the contact list as a file.
import type { Backend } from '#client/backend.ts'
import { invoke } from '#client/invoke.ts'
import type { ExportContacts } from './exports.ts'

/** Returns the file. Throws a CallRefused with a code of the contract's `refusals`. */
export const fetchContacts = (backend: Backend, query: ExportContacts): Promise<Blob> =>
  invoke<Blob>(backend, 'export-contacts', query)
