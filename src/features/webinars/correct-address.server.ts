// Corrects the address of a registration, from the browser that made it. Links mailed to the wrong address are revoked, and no data of
// another contact changes. The response is the same for an already registered address.
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import {
  findFirst,
  isSessionFull,
  lockAddress,
  type MatchContact,
  type Place,
  registerAgain,
} from './open-registration.server.ts'
import { visitorOptions, refusal } from './refusal.server.ts'
import { CorrectAddress, RegistrationKey, VisitToken } from './webinars.ts'

type CorrectionParts = { matchContact: MatchContact }

type Visit = Place & {
  id: string
  slug: string
  name: string
  contactId: string
  sourceUrl: string | null
  madeContact: boolean
  isFirst: boolean
  mayCorrect: boolean
}

/**
 * The unmasked address of a registration, for the thank-you page of the browser that entered it. Null when it can no
 * longer be corrected.
 */
export const readTypedWebinarAddress = defineFunction({
  caller: 'service',
  name: 'typed-webinar-address',
  input: VisitToken,
  output: z.object({ email: z.string().nullable() }),
  run: ({ input: { token }, db }) =>
    db.one<{ email: string | null }>('select webinar_typed_address($1) as email', [token]),
})

export const correctWebinarAddress = (needs: CorrectionParts) =>
  defineFunction({
    ...visitorOptions,
    name: 'correct-webinar-address',
    input: CorrectAddress,
    output: RegistrationKey,
    async run({ input: { token, email }, db }) {
      const seen = await readVisit(db, token)
      // Lock order of a registration: addresses, session, registrations.
      for (const address of [seen.email, email].toSorted()) await lockAddress(db, { ...seen, email: address })
      if (seen.sessionId) await db.query('select from webinar_sessions where id = $1 for update', [seen.sessionId])
      const visit = await readVisit(db, token, 'for update of r')
      if (!visit.mayCorrect) throw refusal('webinar_too_late_to_correct', 409)
      if (email !== visit.email) await correct(db, needs, visit, email)
      return { slug: visit.slug, token }
    },
  })

async function readVisit(db: Db, token: string, lock = ''): Promise<Visit> {
  const [visit] = await db.query<Visit>(
    `select r.id, r.webinar_id as "webinarId", r.session_id as "sessionId", w.slug, r.name, r.email, r.contact_id as "contactId",
       r.source_url as "sourceUrl", r.made_contact as "madeContact", r.repeat_of is null as "isFirst", v.may_correct as "mayCorrect"
     from webinar_links l join webinar_registrations r on r.id = l.registration_id join webinars w on w.id = r.webinar_id
     cross join lateral webinar_visit($1) v
     where l.token_hash = link_hash($1) ${lock}`,
    [token],
  )
  if (!visit) throw refusal('webinar_visit_unknown', 404)
  return visit
}

async function correct(db: Db, needs: CorrectionParts, visit: Visit, email: string) {
  const first = await findFirst(db, { ...visit, email })
  const isContactCorrected = !first && (await correctContact(db, visit, email))
  // A repeated registration becomes the first one of its new address, which takes a seat.
  const waits = !first && !visit.isFirst && (await isFull(db, visit))
  const contact = first
    ? { id: first.contactId }
    : isContactCorrected
      ? { id: visit.contactId }
      : await needs.matchContact(db, { name: visit.name, phone: undefined, email, sourceUrl: visit.sourceUrl })
  await db.query(
    `update webinar_registrations set email = $2, repeat_of = $3, contact_id = $4, returned_at = clock_timestamp(),
       state = case when $6 then 'waitlisted' else state end,
       made_contact = $3::uuid is null and ($5 or exists (select from contacts c where c.id = $4 and c.created_at = now()))
     where id = $1`,
    [visit.id, email, first?.registrationId ?? null, contact.id, isContactCorrected, waits],
  )
  await db.query('delete from webinar_links where registration_id = $1 and not is_of_browser', [visit.id])
  if (first) await registerAgain(db, first.registrationId, await isFull(db, visit))
  if (visit.isFirst) await promoteNext(db, needs, visit)
  if (visit.isFirst && visit.madeContact && !isContactCorrected)
    await db.query('select private.bin_wrong_contact($1)', [visit.contactId])
}

/** Corrects the address of a contact that this registration created, unless another contact has the new one. */
async function correctContact(db: Db, { isFirst, madeContact, contactId, email: wrong }: Visit, email: string) {
  if (!isFirst || !madeContact) return false
  return (await db.one<{ done: boolean }>('select private.mend_address($1, $2, $3) as done', [contactId, wrong, email]))
    .done
}

/** Other browsers may have registered the wrong address as their own: the earliest becomes its first registration. */
async function promoteNext(db: Db, needs: CorrectionParts, visit: Visit) {
  const { id, email } = visit
  const [next] = await db.query<{ id: string; name: string; sourceUrl: string | null }>(
    `select id, name, source_url as "sourceUrl" from webinar_registrations where repeat_of = $1 and email = $2
     order by registered_at, id limit 1 for update`,
    [id, email],
  )
  if (!next) return
  const contact = await needs.matchContact(db, {
    name: next.name,
    phone: undefined,
    email,
    sourceUrl: next.sourceUrl,
  })
  await db.query(
    `update webinar_registrations set repeat_of = nullif($2::uuid, id), contact_id = $3,
       returned_at = case when id = $2 then clock_timestamp() else returned_at end,
       state = case when id = $2 and $5 then 'waitlisted' else state end
     where repeat_of = $1 and email = $4`,
    [id, next.id, contact.id, email, await isFull(db, visit)],
  )
}

const isFull = async (db: Db, { sessionId }: Visit) => sessionId !== null && (await isSessionFull(db, sessionId))
