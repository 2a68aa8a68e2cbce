// Opens a registration: one first registration per address and session, and a further one for every other browser with that address.
import { utmOf } from '#lib/forms/utm.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { isTimeZone } from '#lib/time/zoned-time.ts'
import { type JustInTime, nextFreeQuarter, nextOpening } from './just-in-time.ts'
import { nextQuarterChoice } from './public/register-labels.ts'
import { refusal } from './refusal.server.ts'

export type RequestMetadata = { url: string | null; ip: string | null; userAgent: string | null }
/** Functions of other modules, injected. */
export type MatchContact = (
  db: Db,
  who: { name: string; phone: undefined; email: string; sourceUrl: string | null },
) => Promise<{ id: string; full_name: string }>

/** Anyone can register an address again, so its mailbox gets a new link at most this often. */
const hoursBetweenLinks = 3

type RegistrationInput = {
  slug: string
  sessionId?: string | undefined
  name: string
  email: string
  phone?: string | undefined
  zone?: string | undefined
  privacyTextId?: string | undefined
  sourceUrl?: string | undefined
  /** The token in this browser's cookie, set when it registered. */
  browserKey?: string | undefined
  /** Whether the caller has proven ownership of the address. */
  isProven?: boolean
  from: RequestMetadata
}

type OpenedRegistration = {
  registrationId: string
  contactId: string
  slug: string
  isNew: boolean
  /** The token that the browser already has. */
  ownKey?: string
}

export async function openRegistration(
  db: Db,
  needs: { matchContact: MatchContact },
  input: RegistrationInput,
): Promise<OpenedRegistration> {
  const { email } = input
  const webinar = await readWebinar(db, input.slug)
  // Locked before the session in every path, so that transactions cannot deadlock.
  await lockAddress(db, { webinarId: webinar.id, email })
  const session = webinar.kind === 'on_demand' ? undefined : await sessionFor(db, webinar, input)
  const { slug } = webinar
  const place = { webinarId: webinar.id, sessionId: session?.id ?? null, email }
  // A recording has no seat limit. The session is locked before its registrations.
  const isSeated = session && session.status !== 'replay'
  const isFull = Boolean(isSeated) && (await isSessionFull(db, session!.id))
  const first = await findFirst(db, place)
  if (!first) {
    // Matched by e-mail address only: an entered phone number proves nothing.
    const contact = await needs.matchContact(db, {
      name: input.name,
      phone: undefined,
      email,
      sourceUrl: input.from.url,
    })
    return { ...(await insertRegistration(db, place, input, { contactId: contact.id, isFull })), slug, isNew: true }
  }
  await registerAgain(db, first.registrationId, isFull)
  const { registrationId, contactId } = first
  if (input.isProven) return { registrationId, contactId, slug, isNew: false }
  const own = input.browserKey ? await findOwn(db, place, input.browserKey) : undefined
  if (own) return { ...own, slug, isNew: false, ownKey: input.browserKey! }
  return {
    ...(await insertRegistration(db, place, input, { contactId, repeatOf: registrationId, isFull })),
    slug,
    isNew: false,
  }
}

export type Place = { webinarId: string; sessionId: string | null; email: string }

/** Advisory lock: of concurrent submits one registers first, and the rest find its registration. */
export const lockAddress = (db: Db, { webinarId, email }: Pick<Place, 'webinarId' | 'email'>) =>
  db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`webinar ${webinarId} ${email}`])

/** The first registration of an address. `state`: cancelled or registered, regardless of attendance. */
export async function findFirst(db: Db, { webinarId, sessionId, email }: Place) {
  const [first] = await db.query<{ registrationId: string; contactId: string; state: 'registered' | 'cancelled' }>(
    `select id as "registrationId", contact_id as "contactId",
       case state when 'cancelled' then 'cancelled' else 'registered' end as state
     from webinar_registrations
     where webinar_id = $1 and session_id is not distinct from $2 and email = $3 and repeat_of is null`,
    [webinarId, sessionId, email],
  )
  return first
}

/** The registration of the browser with this token, so that a repeated submit is not treated as another browser. */
async function findOwn(db: Db, { webinarId, sessionId, email }: Place, key: string) {
  const [own] = await db.query<{ registrationId: string; contactId: string }>(
    `select r.id as "registrationId", r.contact_id as "contactId"
     from webinar_links l join webinar_registrations r on r.id = l.registration_id
     where l.token_hash = link_hash($1) and l.is_of_browser and r.webinar_id = $2 and r.session_id is not distinct from $3
       and r.email = $4 and r.state <> 'cancelled'`,
    [key, webinarId, sessionId, email],
  )
  return own
}

type Whose = { contactId: string; repeatOf?: string; isFull: boolean }

/** A further registration inherits the moderation of the first one. Without a free seat it waits for one. */
async function insertRegistration(
  db: Db,
  { webinarId, sessionId, email }: Place,
  input: RegistrationInput,
  whose: Whose,
) {
  const { name, phone, from } = input
  return db.one<{ registrationId: string; contactId: string }>(
    `insert into webinar_registrations
       (webinar_id, session_id, contact_id, name, email, phone, client_zone, privacy_text_id, utm, source_url, ip_trunc, user_agent,
        repeat_of, muted_at, ejected_at, made_contact, state)
     select $1, $2, $3, $4, $5, $6, $7, (select id from consent_texts where id = $8 and kind = 'privacy_notice'), $9, $10, $11, $12,
       $13, f.muted_at, f.ejected_at, $13::uuid is null and exists (select from contacts c where c.id = $3 and c.created_at = now()),
       case when $14 then 'waitlisted' else 'registered' end
     from (select 1) always left join webinar_registrations f on f.id = $13
     returning id as "registrationId", contact_id as "contactId"`,
    [
      webinarId,
      sessionId,
      whose.contactId,
      name,
      email,
      phone,
      input.zone && isTimeZone(input.zone) ? input.zone : 'Asia/Jerusalem',
      input.privacyTextId,
      utmOf(from.url ?? undefined),
      from.url,
      from.ip,
      from.userAgent,
      whose.repeatOf ?? null,
      whose.isFull,
    ],
  )
}

/** Mails the confirmation again, with a new link. A cancelled registration gets a free seat, or waits for one. */
export const registerAgain = (db: Db, registrationId: string, isFull: boolean) =>
  db.query(
    `update webinar_registrations set state = case when state <> 'cancelled' then state when $2 then 'waitlisted' else 'registered' end,
       returned_at = case when coalesce(returned_at, registered_at) < now() - interval '${hoursBetweenLinks} hours'
         then clock_timestamp() else returned_at end
     where id = $1`,
    [registrationId, isFull],
  )

type ReadWebinar = JustInTime & { id: string; slug: string; kind: string }

async function readWebinar(db: Db, slug: string) {
  const [webinar] = await db.query<ReadWebinar>(
    'select id, slug, kind, duration_minutes, just_in_time_from, just_in_time_until from shown_webinars() where slug = $1',
    [slug.toLowerCase()],
  )
  if (!webinar) throw refusal('webinar_unknown', 404)
  return webinar
}

type Session = { id: string; status: string }

async function sessionFor(db: Db, webinar: ReadWebinar, input: RegistrationInput): Promise<Session> {
  if (input.sessionId === nextQuarterChoice) {
    const session =
      (await openDate(db, webinar, input, nextFreeQuarter)) ?? (await openDate(db, webinar, input, nextOpening))
    if (!session) throw refusal('webinar_closed', 409)
    return session
  }
  const session = input.sessionId
    ? await findSession(db, webinar.id, input.sessionId)
    : await chooseSession(db, webinar, input)
  if (!session) throw refusal('webinar_needs_session', 422)
  if (![...openStatuses, 'replay'].includes(session.status)) throw refusal('webinar_closed', 409)
  return session
}

/** The session of a quarter of an hour with a free seat. Of concurrent registrations one creates it, and the others join it. */
async function openDate(
  db: Db,
  webinar: ReadWebinar,
  input: RegistrationInput,
  quarterOf: typeof nextFreeQuarter,
): Promise<Session | undefined> {
  const now = Date.now()
  const closed = await db.query<{ id: string; starts_at: Date }>(
    `select id, starts_at from shown_webinar_sessions() where webinar_id = $1 and (seats_left = 0 or status = 'cancelled')`,
    [webinar.id],
  )
  const taken: number[] = []
  for (const { id, starts_at: at } of closed)
    if (!(await isOwnSession(db, webinar, id, input))) taken.push(at.getTime())
  for (;;) {
    const startsAt = quarterOf(webinar, now, taken)
    if (!startsAt) return undefined
    await db.query(
      `insert into webinar_sessions (webinar_id, starts_at, capacity)
       select id, $2, just_in_time_seats from webinars where id = $1 on conflict on constraint webinar_time_taken do nothing`,
      [webinar.id, startsAt],
    )
    const [session] = await db.query<{ id: string; status: string }>(
      `select id, status from shown_webinar_sessions()
       where webinar_id = $1 and starts_at = $2 and status in ('scheduled', 'lobby', 'live')`,
      [webinar.id, startsAt],
    )
    // The last seat may have been taken, or the session cancelled, since the sessions were read.
    const isOpen =
      session && ((await isOwnSession(db, webinar, session.id, input)) || !(await isSessionFull(db, session.id)))
    if (isOpen) return session
    taken.push(Date.parse(startsAt))
  }
}

/** A repeated submit of this browser creates no second session. Another browser's does: the response must not reveal who is registered. */
async function isOwnSession(
  db: Db,
  { id }: ReadWebinar,
  sessionId: string,
  { email, browserKey, isProven }: RegistrationInput,
) {
  const place = { webinarId: id, sessionId, email }
  if (isProven) return (await findFirst(db, place))?.state === 'registered'
  return browserKey !== undefined && (await findOwn(db, place, browserKey)) !== undefined
}

/** Includes past sessions: the recording of an earlier one can be open, although pages show only the last one. */
async function findSession(db: Db, webinarId: string, id: string) {
  const [session] = await db.query<Session>(
    `select s.id, private.webinar_status_at(s, w, now()) as status
     from webinar_sessions s join webinars w on w.id = s.webinar_id where s.webinar_id = $1 and s.id = $2`,
    [webinarId, id],
  )
  return session
}

const openStatuses = ['scheduled', 'lobby', 'live']

/**
 * The default session: one with a free seat, in the order of nextDate(), else the next quarter of an hour. Outside of its hours a
 * recording, else the first quarter of the next hours, else a waiting list.
 */
async function chooseSession(db: Db, webinar: ReadWebinar, input: RegistrationInput): Promise<Session | undefined> {
  const sessions = await db.query<Session & { seats_left: number | null }>(
    `select id, status, seats_left from shown_webinar_sessions()
     where webinar_id = $1 and status in ('scheduled', 'lobby', 'live', 'replay')
     order by status = 'replay', status <> 'live', case status when 'live' then starts_at end desc, starts_at`,
    [webinar.id],
  )
  const open = sessions.filter(({ status }) => openStatuses.includes(status))
  for (const session of open) if (await isOwnSession(db, webinar, session.id, input)) return session
  const free = open.find(({ seats_left: seatsLeft }) => seatsLeft !== 0)
  if (free) return free
  const quarter = await openDate(db, webinar, input, nextFreeQuarter)
  if (quarter || sessions.length > open.length) return quarter ?? sessions[0]
  return (await openDate(db, webinar, input, nextOpening)) ?? sessions[0]
}

/**
 * Locks the session, so that two registrations cannot take the last seat. The count is a separate
 * statement after the lock, so that it includes seats taken before.
 */
export async function isSessionFull(db: Db, sessionId: string): Promise<boolean> {
  await db.query('select from webinar_sessions where id = $1 for update', [sessionId])
  const { isFull } = await db.one<{ isFull: boolean }>(
    'select coalesce(private.webinar_seats_left(s) = 0, false) as "isFull" from webinar_sessions s where id = $1',
    [sessionId],
  )
  return isFull
}
