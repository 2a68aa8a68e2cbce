// register-for-webinar: one address, one session; the contact, the consent and the messages follow.
import { utmOf } from '#lib/forms/utm.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { isTimeZone } from '#lib/time/zoned-time.ts'
import { openLink } from './tokens.server.ts'
import { InviteToken, refusals, Registered, RegisterForWebinar } from './webinars.ts'

type From = { url: string | null; ip: string | null; userAgent: string | null }
type Sender = { ip?: string; userAgent?: string }

/** Functions of other modules, injected. */
export type WebinarDependencies = {
  matchContact: (
    db: Db,
    who: { name: string; phone: undefined; email: string; sourceUrl: string | null },
  ) => Promise<{ id: string; full_name: string }>
  requestOrigin: (request: Sender, sourceUrl: string | undefined) => From
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
      from: From
    },
  ) => Promise<void>
  recordConversion: (db: Db, sender: Sender, kind: 'signup') => Promise<void>
}

/** Options of every function: a visitor has no rights on these tables, so the functions are the only entry point. */
export const ofVisitors = {
  caller: 'anyone',
  as: 'service',
  refusals,
  perClient: { burst: 30, refillMs: 3_600_000 },
} as const

export const refusal = (code: keyof typeof refusals, status: number) => new Refusal(code, status, refusals[code])

/** A stranger can register an address again: its mailbox gets a new link at most this often. */
const hoursBetweenLinks = 3

export const registerForWebinar = (needs: WebinarDependencies) =>
  defineFunction({
    ...ofVisitors,
    name: 'register-for-webinar',
    input: RegisterForWebinar,
    output: Registered,
    async run({ input, db, request }) {
      await needs.refuseUnknownConsentText(db, input)
      const from = needs.requestOrigin(request, input.sourceUrl)
      const { registrationId, slug, contactId, isNew } = await openRegistration(db, needs, { ...input, from })
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
      // An address proves nothing: its key is mailed.
      if (!isNew) return { slug, token: null, opens: false }
      return registered(db, slug, await openLink(db, registrationId))
    },
  })

/** One press on an invitation that names an address. */
export const registerByInvite = (needs: WebinarDependencies) =>
  defineFunction({
    ...ofVisitors,
    name: 'register-by-webinar-invite',
    input: InviteToken,
    output: Registered,
    async run({ input: { token, sourceUrl }, db, request }) {
      const [invite] = await db.query<{ slug: string; email: string; name: string }>(
        `select w.slug, i.email, c.full_name as name from webinar_invites i
         join webinars w on w.id = i.webinar_id join contacts c on c.id = i.contact_id
         where i.token_hash = link_hash($1) and w.status = 'published' and c.deleted_at is null for update of i`,
        [token],
      )
      if (!invite) throw refusal('webinar_visit_unknown', 404)
      const from = needs.requestOrigin(request, sourceUrl)
      const { registrationId, slug } = await openRegistration(db, needs, { ...invite, from })
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

type Asked = {
  slug: string
  sessionId?: string | undefined
  name: string
  email: string
  phone?: string | undefined
  zone?: string | undefined
  privacyTextId?: string | undefined
  sourceUrl?: string | undefined
  from: From
}

async function openRegistration(db: Db, needs: WebinarDependencies, asked: Asked) {
  const { name, email, phone, from } = asked
  const webinar = await readWebinar(db, asked.slug)
  const session = webinar.kind === 'on_demand' ? undefined : await chooseSession(db, webinar.id, asked.sessionId)
  const sessionId = session?.id ?? null
  // Advisory lock: of concurrent presses one registers, and the others find it.
  await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`webinar ${webinar.id} ${email}`])
  const whose = { webinarId: webinar.id, sessionId, email }
  const seated = await registerAgain(db, { ...whose, isCancelled: false })
  if (seated) return { ...seated, slug: webinar.slug, isNew: false }
  // A cancelled registration has no seat: it returns to a free one only. The session is locked before its registrations.
  // A recording has no seats.
  if (session && session.status !== 'replay') await refuseFull(db, session.id)
  const returned = await registerAgain(db, { ...whose, isCancelled: true })
  if (returned) return { ...returned, slug: webinar.slug, isNew: false }
  // Matched by the address alone: a typed number proves nothing.
  const contact = await needs.matchContact(db, { name, phone: undefined, email, sourceUrl: from.url })
  const { id } = await db.one<{ id: string }>(
    `insert into webinar_registrations
       (webinar_id, session_id, contact_id, name, email, phone, client_zone, privacy_text_id, utm, source_url, ip_trunc, user_agent)
     values ($1, $2, $3, $4, $5, $6, $7, (select id from consent_texts where id = $8 and kind = 'privacy_notice'), $9, $10, $11, $12)
     returning id`,
    [
      webinar.id,
      sessionId,
      contact.id,
      name,
      email,
      phone,
      asked.zone && isTimeZone(asked.zone) ? asked.zone : 'Asia/Jerusalem',
      asked.privacyTextId,
      utmOf(from.url ?? undefined),
      from.url,
      from.ip,
      from.userAgent,
    ],
  )
  return { registrationId: id, contactId: contact.id, slug: webinar.slug, isNew: true }
}

type Known = { webinarId: string; sessionId: string | null; email: string; isCancelled: boolean }

/** Mails the confirmation with a new link again. Undefined for an address that is not registered so. */
async function registerAgain(db: Db, { webinarId, sessionId, email, isCancelled }: Known) {
  const [known] = await db.query<{ registrationId: string; contactId: string }>(
    `update webinar_registrations set state = case state when 'cancelled' then 'registered' else state end,
       returned_at = case when coalesce(returned_at, registered_at) < now() - interval '${hoursBetweenLinks} hours'
         then clock_timestamp() else returned_at end
     where webinar_id = $1 and session_id is not distinct from $2 and email = $3 and (state = 'cancelled') = $4
     returning id as "registrationId", contact_id as "contactId"`,
    [webinarId, sessionId, email, isCancelled],
  )
  return known
}

async function readWebinar(db: Db, slug: string) {
  const [webinar] = await db.query<{ id: string; slug: string; kind: string }>(
    'select id, slug, kind from shown_webinars() where slug = $1',
    [slug.toLowerCase()],
  )
  if (!webinar) throw refusal('webinar_unknown', 404)
  return webinar
}

/** The chosen session, or the next one. One that is over or cancelled is refused. */
async function chooseSession(db: Db, webinarId: string, chosen: string | undefined) {
  const [session] = await db.query<{ id: string; status: string }>(
    `select id, status from shown_webinar_sessions()
     where webinar_id = $1 and (id = $2::uuid or $2::uuid is null and status in ('scheduled', 'lobby', 'live', 'replay'))
     order by status = 'replay', starts_at limit 1`,
    [webinarId, chosen ?? null],
  )
  if (!session) throw refusal('webinar_needs_session', 422)
  if (!['scheduled', 'lobby', 'live', 'replay'].includes(session.status)) throw refusal('webinar_closed', 409)
  return session
}

/** Under a lock of the session: two registrations must not take the last seat. Counted by a later statement, which sees the one before. */
export async function refuseFull(db: Db, sessionId: string) {
  const { capacity } = await db.one<{ capacity: number | null }>(
    'select capacity from webinar_sessions where id = $1 for update',
    [sessionId],
  )
  if (capacity === null) return
  const { isFull } = await db.one<{ isFull: boolean }>(
    `select count(*) >= $2 as "isFull" from webinar_registrations where session_id = $1 and state <> 'cancelled'`,
    [sessionId, capacity],
  )
  if (isFull) throw refusal('webinar_full', 409)
}
