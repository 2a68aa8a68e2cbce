// Dependencies of the lead magnet functions on other modules.
import type { Db } from '#kernel/postgres/transaction.ts'
import type { RequestMetadata, MatchContact } from './open-request.server.ts'

export type Sender = { ip?: string; userAgent?: string }

/** Functions of other modules, injected. */
export type LeadMagnetDependencies = {
  matchContact: MatchContact
  requestMetadata: (request: Sender, sourceUrl: string | undefined) => RequestMetadata
  /** Mails the newsletter confirmation (double opt-in). False if the mailbox reached its limit. */
  askNewsletter: (
    db: Db,
    asked: { email: string; consentTextId: string; sourceUrl?: string | undefined; request: Sender },
  ) => Promise<boolean>
  recordConversion: (db: Db, sender: Sender, kind: 'signup') => Promise<void>
}
