// The lead magnet form, and the actions of its thank-you page: resend, correct the address.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import { correctRequest } from './correct-address.server.ts'
import { deliver } from './deliver.server.ts'
import { CorrectAddress, refusals, LeadMagnetRequested, RequestLeadMagnet, VisitToken } from './lead-magnets.ts'
import type { LeadMagnetDependencies } from './dependencies.server.ts'
import { openRequest, readMagnet } from './open-request.server.ts'
import { openVisit, readVisit } from './visits.server.ts'

/** Options of every function: a visitor has no rights on these tables, so the functions are the only entry point. */
const visitorOptions = {
  caller: 'anyone',
  as: 'service',
  refusals,
  perClient: { burst: 20, refillMs: 3_600_000 },
} as const

/** The response is the same for known and unknown addresses, so that it does not reveal who is a contact. */
export const requestLeadMagnet = (needs: LeadMagnetDependencies) =>
  defineFunction({
    ...visitorOptions,
    name: 'request-lead-magnet',
    input: RequestLeadMagnet,
    output: LeadMagnetRequested,
    async run({ input, db, request }) {
      const magnet = await readMagnet(db, input.slug)
      const from = needs.requestMetadata(request, input.sourceUrl)
      const { id, isNew, isOwn } = await openRequest(db, needs.matchContact, magnet, { ...input, from })
      if (isNew) await needs.recordConversion(db, request, 'signup')
      await deliver(db, { requestId: id, email: input.email })
      const { newsletterTextId: consentTextId } = input
      const asksNewsletter = input.newsletter && consentTextId !== undefined
      if (asksNewsletter) await needs.askNewsletter(db, { ...input, consentTextId, request })
      const token = await openVisit(db, id, { mayCorrect: isOwn, askedNewsletter: asksNewsletter })
      return { slug: magnet.slug, token }
    },
  })

export const resendLeadMagnet = defineFunction({
  ...visitorOptions,
  name: 'resend-lead-magnet',
  input: VisitToken,
  output: LeadMagnetRequested,
  async run({ input: { token }, db }) {
    const { requestId, email, slug } = await readVisit(db, token)
    const sent = await deliver(db, { requestId, email })
    if (sent !== 'queued') throw new Refusal(sent, 429, refusals[sent])
    return { slug, token }
  },
})

/** Sends to the corrected address and invalidates the link of the wrong address. */
export const correctLeadMagnetAddress = (needs: LeadMagnetDependencies) =>
  defineFunction({
    ...visitorOptions,
    name: 'correct-lead-magnet-address',
    input: CorrectAddress,
    output: LeadMagnetRequested,
    async run({ input: { token, email }, db, request }) {
      const visit = await readVisit(db, token)
      if (!visit.mayCorrect) throw new Refusal('too_late_to_correct', 409, refusals.too_late_to_correct)
      const requestId =
        email === visit.email ? visit.requestId : await correctRequest(db, needs, token, visit, email, request)
      const sent = await deliver(db, { requestId, email })
      if (sent === 'too_many_mails') throw new Refusal(sent, 429, refusals[sent])
      return { slug: visit.slug, token }
    },
  })
