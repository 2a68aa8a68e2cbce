// Dependencies of forms on other modules, injected by the server.
import type { Db } from '#kernel/postgres/transaction.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'
import type { Person } from './saving-targets.ts'

export type Contact = { id: string; full_name: string; owner_id: string | null }
/** Page URL, truncated IP address, user agent and campaign parameters, as stored. */
export type RequestMetadata = {
  url: string | null
  ip: string | null
  userAgent: string | null
  utm: Record<string, string>
}

export type FormDependencies = {
  seal: Seal
  metadataOf: (request: { ip?: string; userAgent?: string }, sourceUrl: string | undefined) => RequestMetadata
  matchContact: (db: Db, who: Person & { sourceUrl: string | null }) => Promise<Contact>
  refuseUnknownConsentText: (
    db: Db,
    asked: { marketingConsent: boolean; consentTextId?: string | undefined },
  ) => Promise<void>
  recordConsent: (
    db: Db,
    agreement: {
      contactId: string
      phone?: string | undefined
      email?: string | undefined
      consentTextId?: string | undefined
      source: { type: string; id: string }
      from: RequestMetadata
    },
  ) => Promise<void>
  /** Whether uploaded files need a virus scan before they can be downloaded. */
  scansFiles: boolean
  putFile: (place: { bucket: string; key: string; type: string }, bytes: Buffer) => Promise<void>
}
