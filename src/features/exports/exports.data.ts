// Fetching the list of people as a file.
import type { Backend } from '#client/backend.ts'
import { invoke } from '#client/invoke.ts'
import type { ExportContacts } from './exports.ts'

/** The file. Throws a CallRefused with a code of the contract's `refusals`. */
export const fetchContacts = (backend: Backend, asked: ExportContacts): Promise<Blob> =>
  invoke<Blob>(backend, 'export-contacts', asked)
