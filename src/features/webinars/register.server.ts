// register-for-webinar: registers an e-mail address for a session, with contact, consent and messages.
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { addInvite } from './invites.server.ts'
import { type RequestMetadata, type MatchContact, openRegistration } from './open-registration.server.ts'
import { visitorOptions, refusal } from './refusal.server.ts'
import { openLink } from './tokens.server.ts'
import { InviteToken, RegistrationResult, RegisterForWebinar } from './webinars.ts'

type Sender = { ip?: string; userAgent?: string }

/** Functions of other modules, injected. */
export type WebinarDependencies = {
  matchContact: MatchContact
  requestMetadata: (request: Sender, sourceUrl: string | undefined) => RequestMetadata
  refuseUnknownConsentText: (
    db: Db,
    asked: { marketingConsent: boolean; consentTextId?: string | undefined },
  ) => Promise<void>
  recordConsent: (
    db: Db,
    agreement: {
      contactId: string
      email?: string | undefined
      phone?: string | undefined
      consentTextId?: string | undefined
      source: { type: string; id: string }
      from: RequestMetadata
    },
  ) => Promise<void>
  recordConversion: (db: Db, sender: Sender, kind: 'signup') => Promise<void>
}

export const registerForWebinar = (needs: WebinarDependencies) =>
  defineFunction({
    ...visitorOptions,
    name: 'register-for-webinar',
    input: RegisterForWebinar,
    output: RegistrationResult,
    async run({ input, db, request }) {
      await needs.refuseUnknownConsentText(db, input)
      const from = needs.requestMetadata(request, input.sourceUrl)
      const { registrationId, slug, contactId, isNew, ownKey } = await openRegistration(db, needs, { ...input, from })
      if (isNew) await needs.recordConversion(db, request, 'signup')
      if (input.marketingConsent)
        await needs.recordConsent(db, {
          ...input,
          contactId,
          from,
          source: { type: 'webinar', id: registrationId },
        })
      if (input.invite)
        await db.query('update webinar_invites set used_at = now() where token_hash = link_hash($1)', [input.invite])
      const answer = await registered(db, slug, ownKey ?? (await openLink(db, registrationId, { isOfBrowser: true })))
      const invite = input.withPartner ? await addInvite(db, registrationId) : undefined
      return { ...answer, ...(invite && { invite }) }
    },
  })

/** Registers with one click on an invitation that contains the e-mail address. */
export const registerByInvite = (needs: WebinarDependencies) =>
  defineFunction({
    ...visitorOptions,
    name: 'register-by-webinar-invite',
    input: InviteToken,
    output: RegistrationResult,
    async run({ input: { token, sourceUrl }, db, request }) {
      const [invite] = await db.query<{ slug: string; email: string; name: string }>(
        `select w.slug, i.email, c.full_name as name from webinar_invites i
         join webinars w on w.id = i.webinar_id join contacts c on c.id = i.contact_id
         where i.token_hash = link_hash($1) and w.status = 'published' and c.deleted_at is null for update of i`,
        [token],
      )
      if (!invite) throw refusal('webinar_visit_unknown', 404)
      const from = needs.requestMetadata(request, sourceUrl)
      // The invitation was mailed to the address, so it opens its first registration.
      const { registrationId, slug } = await openRegistration(db, needs, { ...invite, from, isProven: true })
      await db.query(
        'update webinar_invites set used_at = now(), declined_at = null where token_hash = link_hash($1)',
        [token],
      )
      return registered(db, slug, await openLink(db, registrationId))
    },
  })

async function registered(db: Db, slug: string, token: string) {
  const { state } = await db.one<{ state: string }>('select state from webinar_visit($1)', [token])
  return { slug, token, opens: ['lobby', 'room', 'replay', 'on_demand'].includes(state) }
}
