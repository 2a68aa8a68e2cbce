// Actions with the token of a registration: move to another date, cancel, save a wish, invite, ask.
// With the token of an invitation: decline.
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import { addInvite } from './invites.server.ts'
import { askQuestion } from './questions.server.ts'
import { findFirst, isSessionFull, lockAddress, registerAgain } from './open-registration.server.ts'
import { visitorOptions, refusal } from './refusal.server.ts'
import { AskByKey, RegistrationKey, MoveRegistration, VisitToken, WishInWebinar } from './webinars.ts'

type Visit = {
  id: string
  webinarId: string
  sessionId: string | null
  slug: string
  name: string
  email: string
  state: string
  repeatOf: string | null
  isEjected: boolean
}

async function readVisit(db: Db, token: string, lock: '' | 'for update of r' = 'for update of r'): Promise<Visit> {
  const [visit] = await db.query<Visit>(
    `select r.id, r.webinar_id as "webinarId", r.session_id as "sessionId", w.slug, r.name, r.email, r.state,
       r.repeat_of as "repeatOf", r.ejected_at is not null as "isEjected"
     from webinar_links l join webinar_registrations r on r.id = l.registration_id join webinars w on w.id = r.webinar_id
     where l.token_hash = link_hash($1) ${lock}`,
    [token],
  )
  if (!visit) throw refusal('webinar_visit_unknown', 404)
  return visit
}

/** Moves a registration to another date. Links remain valid, and reminders are rescheduled. */
export const moveWebinarRegistration = defineFunction({
  ...visitorOptions,
  name: 'move-webinar-registration',
  input: MoveRegistration,
  output: RegistrationKey,
  async run({ input: { token, sessionId }, db }) {
    const seen = await readVisit(db, token, '')
    // Lock order: address, session, registration, like when registering and cancelling a session.
    await lockAddress(db, seen)
    await db.query('select from webinar_sessions where id = $1 for update', [sessionId])
    const visit = await readVisit(db, token)
    const [session] = await db.query<{ status: string }>(
      'select status from shown_webinar_sessions() where id = $1 and webinar_id = $2',
      [sessionId, visit.webinarId],
    )
    if (!session || !['scheduled', 'lobby', 'live'].includes(session.status)) throw refusal('webinar_closed', 409)
    // A registration without a seat needs a free one, even to stay in its session.
    if (
      (sessionId !== visit.sessionId || ['cancelled', 'waitlisted'].includes(visit.state)) &&
      (await isSessionFull(db, sessionId))
    )
      throw refusal('webinar_full', 409)
    await moveTo(db, visit, sessionId)
    return { slug: visit.slug, token }
  },
})

/** Moves to the target session, as the first registration of the address there, or as a further one. */
async function moveTo(db: Db, visit: Visit, sessionId: string) {
  const present = await findFirst(db, { ...visit, sessionId })
  const other = present?.registrationId === visit.id ? undefined : present
  // A cancelled registration of the same address is replaced.
  const first = other?.state === 'cancelled' && visit.repeatOf === null ? undefined : other
  if (other && !first) {
    await db.query('update webinar_registrations set repeat_of = $2 where repeat_of = $1', [
      other.registrationId,
      visit.id,
    ])
    await db.query('delete from webinar_registrations where id = $1', [other.registrationId])
  }
  await db.query(
    `update webinar_registrations set session_id = $2, state = 'registered', joined_at = null, repeat_of = $3,
       moved_at = case when session_id = $2 then moved_at else clock_timestamp() end where id = $1`,
    [visit.id, sessionId, first?.registrationId ?? null],
  )
  if (first) await registerAgain(db, first.registrationId, false)
}

export const cancelWebinarRegistration = defineFunction({
  ...visitorOptions,
  name: 'cancel-webinar-registration',
  input: VisitToken,
  output: RegistrationKey,
  async run({ input: { token }, db }) {
    const { id, slug } = await readVisit(db, token)
    await db.query(
      `update webinar_registrations set state = 'cancelled' where id = $1 and state in ('waitlisted', 'registered', 'missed')`,
      [id],
    )
    return { slug, token }
  },
})

export const wishInWebinar = defineFunction({
  ...visitorOptions,
  name: 'wish-in-webinar',
  input: WishInWebinar,
  output: RegistrationKey,
  async run({ input: { token, wish }, db }) {
    const { id, slug } = await readVisit(db, token)
    await db.query(`update webinar_registrations set wish = nullif($2, '') where id = $1`, [id, wish])
    return { slug, token }
  },
})

/** Creates an invitation link for a friend. */
export const inviteToWebinar = defineFunction({
  ...visitorOptions,
  name: 'invite-to-webinar',
  input: VisitToken,
  output: z.object({ slug: z.string(), token: z.string(), invite: z.string() }),
  async run({ input: { token }, db }) {
    const { id, slug } = await readVisit(db, token)
    const invite = await addInvite(db, id)
    if (!invite) throw refusal('too_many_requests', 429)
    return { slug, token, invite }
  },
})

/** Stops invitations to this webinar. */
export const declineWebinarInvite = defineFunction({
  ...visitorOptions,
  name: 'decline-webinar-invite',
  input: VisitToken,
  output: z.object({}),
  async run({ input: { token }, db }) {
    const declined = await db.query(
      'update webinar_invites set declined_at = now() where token_hash = link_hash($1) returning token_hash',
      [token],
    )
    if (declined.length === 0) throw refusal('webinar_visit_unknown', 404)
    return {}
  },
})

/** A question from a page without the room: a replay, or without JavaScript. The team answers it in the CRM. */
export const askByKey = defineFunction({
  ...visitorOptions,
  name: 'ask-in-webinar',
  input: AskByKey,
  output: RegistrationKey,
  async run({ input: { token, question }, db }) {
    const { id, slug, webinarId, sessionId, name, isEjected } = await readVisit(db, token)
    if (isEjected) throw refusal('webinar_ejected', 403)
    await askQuestion(db, {
      webinarId,
      sessionId,
      registrationId: id,
      author: name.split(' ')[0]!,
      body: question,
      position: 0,
    })
    return { slug, token }
  },
})
