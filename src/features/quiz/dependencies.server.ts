// Dependencies of the quiz on other modules, injected by the server.
import type { Db } from '#kernel/postgres/transaction.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'

export type Contact = { id: string; full_name: string; owner_id: string | null }
export type Sender = { ip?: string; userAgent?: string }
/** Page URL, truncated IP address, user agent and campaign parameters, as stored. */
export type RequestMetadata = {
  url: string | null
  ip: string | null
  userAgent: string | null
  utm: Record<string, string>
}

export type QuizDependencies = {
  seal: Seal
  metadataOf: (request: Sender, sourceUrl: string | undefined) => RequestMetadata
  matchContact: (
    db: Db,
    who: { name: string; phone: undefined; email: string; sourceUrl: string | null; source: string },
  ) => Promise<Contact>
  refuseUnknownConsentText: (
    db: Db,
    asked: { marketingConsent: boolean; consentTextId?: string | undefined },
  ) => Promise<void>
  recordConsent: (
    db: Db,
    agreement: {
      contactId: string
      email: string
      consentTextId?: string | undefined
      source: { type: string; id: string }
      from: RequestMetadata
    },
  ) => Promise<void>
  recordConversion: (db: Db, sender: Sender, kind: 'signup') => Promise<void>
  /** Mails the worksheet of a stage, if it is available. */
  sendWorksheet: (
    db: Db,
    asked: { slug: string; name: string; email: string; privacyTextId?: string | undefined; from: RequestMetadata },
  ) => Promise<void>
}

/** Options of every function. Visitors have no rights on these tables, so the functions are the only entry point. */
export const visitorOptions = { caller: 'anyone', as: 'service' } as const
