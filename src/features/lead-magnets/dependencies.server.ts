// What the functions of lead magnets need of other modules.
import type { Db } from '#kernel/postgres/transaction.ts'
import type { From, MatchContact } from './open-request.server.ts'

export type Sender = { ip?: string; userAgent?: string }

/** Functions of other modules, injected. */
export type LeadMagnetDependencies = {
  matchContact: MatchContact
  requestOrigin: (request: Sender, sourceUrl: string | undefined) => From
  /** Mails the confirmation of the newsletter: a tick alone subscribes no address. False if the mailbox got enough. */
  askNewsletter: (
    db: Db,
    asked: { email: string; consentTextId: string; sourceUrl?: string | undefined; request: Sender },
  ) => Promise<boolean>
  recordConversion: (db: Db, sender: Sender, kind: 'signup') => Promise<void>
}
