// The functions of the room. A registrant enters with the token of a link, and acts with an access token that contains the registration id.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction, defineSharedFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import { askQuestion } from '../questions.server.ts'
import { refusals, VisitToken } from '../webinars.ts'
import { AnswerExit, AnswerInteraction, Heartbeat, React, RoomAnswer, Say, Vote } from './room.ts'
import { accessSeconds, type Room } from './room-types.ts'
import { createViewerCounts } from './viewer-counts.ts'

/** Signs an access token of the role anon. Injected, because keys belong to the kernel. */
export type SignAccess = (claims: { registration_id: string }, seconds: number) => Promise<string>

// A thousand registrants of one company share one IP, so the limit per client is far above that of one registrant.
const roomOptions = { refusals, perClient: { burst: 6000, refillMs: 60_000 } } as const
const inRoom = { ...roomOptions, caller: 'anyone', as: 'service' } as const

const refusal = (code: keyof typeof refusals, status: number) => new Refusal(code, status, refusals[code])

/** The registration, and the first one of its address, with which it is counted. */
const andFirst = `where r.id in ($1, (select private.first_registration(p) from webinar_registrations p where p.id = $1))`

async function registrationOf(db: Db, { claims }: { claims: Readonly<Record<string, unknown>> }) {
  const id = claims['registration_id']
  if (typeof id !== 'string') throw refusal('webinar_visit_unknown', 403)
  const [registration] = await db.query<Registrant>(
    `select r.id, r.webinar_id as "webinarId", r.session_id as "sessionId", split_part(r.name, ' ', 1) as author, r.ejected_at is not null as "isEjected"
     from webinar_registrations r where r.id = $1 and r.state <> 'cancelled'
       and (r.state <> 'waitlisted' or not exists (select from shown_webinar_sessions() s
         where s.id = r.session_id and s.status in ('scheduled', 'lobby', 'live')))`,
    [id],
  )
  if (!registration) throw refusal('webinar_visit_unknown', 403)
  if (registration.isEjected) throw refusal('webinar_ejected', 403)
  return registration
}

type Entry = { n: number; registrationId: string; sessionId: string | null; state: string; room: Room | null }
type Registrant = { id: string; webinarId: string; sessionId: string | null; author: string; isEjected: boolean }

/** Viewer counts of this process. */
const viewerCounts = createViewerCounts()

async function readRoom(db: Db, { id, sessionId }: Registrant) {
  const { room } = await db.one<{ room: Room }>('select room from webinar_rooms(array[$1::uuid], $2)', [
    id,
    viewerCounts.known(),
  ])
  viewerCounts.learn(sessionId, room.viewers)
  return room
}

/** A thousand may enter in the same second: concurrent entries are batched into one statement. */
export const enterWebinar = (sign: SignAccess) =>
  defineSharedFunction({
    ...roomOptions,
    name: 'enter-webinar',
    input: VisitToken,
    output: z.object({
      access: z.string(),
      registrationId: z.string(),
      sessionId: z.string().nullable(),
      room: RoomAnswer,
    }),
    async runAll({ inputs, db }) {
      const entries = await db.query<Entry>(
        `select n, registration_id as "registrationId", session_id as "sessionId", state, room from enter_webinars($1, $2)`,
        [inputs.map(({ token }) => token), viewerCounts.known()],
      )
      const byPosition = new Map(entries.map((entry) => [entry.n, entry]))
      return Promise.all(inputs.map((_, i) => admit(sign, byPosition.get(i + 1))))
    },
  })

async function admit(sign: SignAccess, entry: Entry | undefined) {
  if (!entry) return refusal('webinar_visit_unknown', 404)
  const { registrationId, sessionId, state, room } = entry
  if (state === 'ejected') return refusal('webinar_ejected', 403)
  if (!room) return refusal('webinar_not_open', 409)
  viewerCounts.learn(sessionId, room.viewers)
  return { access: await sign({ registration_id: registrationId }, accessSeconds), registrationId, sessionId, room }
}

/** Reads the room again, after a reconnect or when an interaction opened. */
export const readWebinarRoom = defineFunction({
  ...inRoom,
  name: 'read-webinar-room',
  input: z.strictObject({}),
  output: RoomAnswer,
  run: async ({ db, caller }) => readRoom(db, await registrationOf(db, caller)),
})

/** A heartbeat: merges the watched interval, and returns the current counts. Writes no event and no job. */
export const beatInWebinar = defineFunction({
  ...inRoom,
  name: 'beat-in-webinar',
  input: Heartbeat,
  output: z.object({ now: z.string(), viewers: z.int(), reactions: z.record(z.string(), z.int()) }),
  async run({ input: { viewId, kind, seq, position, playing, rate }, db, caller }) {
    const { id, sessionId } = await registrationOf(db, caller)
    const { watched } = await db.one<{ watched: boolean }>(
      'select watch_webinar($1, $2, $3, $4, $5, $6, $7) as watched',
      [id, viewId, kind, seq, Math.floor(position), playing, rate],
    )
    if (!watched) throw refusal('webinar_visit_unknown', 403)
    const counts = await db.one<{ now: string; viewers: number; reactions: Record<string, number> }>(
      `select to_jsonb(clock_timestamp()) #>> $2 as now, coalesce(($3::jsonb ->> $1::uuid::text)::integer, private.count_webinar_viewers($1), 0) as viewers,
         private.webinar_reaction_counts($1) as reactions`,
      [sessionId, '{}', viewerCounts.known()],
    )
    viewerCounts.learn(sessionId, counts.viewers)
    return counts
  },
})

const maxLines = 3
const lineSeconds = 5

/** Sends a chat line or a question. At most three within five seconds. */
export const sayInWebinar = defineFunction({
  ...inRoom,
  name: 'say-in-webinar',
  input: Say,
  output: z.object({ id: z.string() }),
  async run({ input: { kind, body, position }, db, caller }) {
    const { id, webinarId, sessionId, author } = await registrationOf(db, caller)
    await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`webinar lines ${id}`])
    const { n } = await db.one<{ n: number }>(
      `select count(*)::int as n from webinar_messages
       where registration_id = $1 and created_at > clock_timestamp() - make_interval(secs => $2)`,
      [id, lineSeconds],
    )
    if (n >= maxLines) throw refusal('webinar_too_fast', 429)
    const line = { webinarId, sessionId, registrationId: id, author, body, position: Math.floor(position) }
    if (kind === 'question') return askQuestion(db, line)
    return db.one<{ id: string }>(
      `insert into webinar_messages (webinar_id, session_id, registration_id, author, kind, body, position_s)
       values ($1, $2, $3, $4, $5, $6, webinar_position($2, $7)) returning id`,
      [webinarId, sessionId, id, author, kind, body, line.position],
    )
  },
})

/** Sends a reaction to the broadcast. At most one per second, so that a held-down key does not flood the room. */
export const reactInWebinar = defineFunction({
  ...inRoom,
  name: 'react-in-webinar',
  input: React,
  output: z.object({}),
  async run({ input: { kind }, db, caller }) {
    const { id } = await registrationOf(db, caller)
    await db.query('select react_in_webinar($1, $2)', [id, kind])
    return {}
  },
})

/** Votes for a question, once. Idempotent. */
export const voteInWebinar = defineFunction({
  ...inRoom,
  name: 'vote-in-webinar',
  input: Vote,
  output: z.object({}),
  async run({ input: { messageId }, db, caller }) {
    const { id, sessionId } = await registrationOf(db, caller)
    await db.query(
      `with vote as (
         insert into webinar_votes (message_id, registration_id)
         select m.id, $2 from webinar_messages m where m.id = $1 and m.session_id = $3 and m.kind = 'question' and m.status = 'visible'
         on conflict do nothing returning message_id)
       update webinar_messages m set votes = m.votes + 1 from vote v where m.id = v.message_id`,
      [messageId, id, sessionId],
    )
    return {}
  },
})

/** Stores a poll vote, or a click on an offer or a handout. Only while it is open by the server's clock. */
export const answerInWebinar = defineFunction({
  ...inRoom,
  name: 'answer-in-webinar',
  input: AnswerInteraction,
  output: z.object({ link: z.string().nullable() }),
  async run({ input: { interactionId, kind, choice }, db, caller }) {
    const { id, sessionId } = await registrationOf(db, caller)
    const [open] = await db.query<{ kind: string; link: string | null }>(
      `select i.kind, i.link from private.webinar_open_interactions($1) o join webinar_interactions i on i.id = o.id
       where i.id = $2 and ($3::int is null or $3 < cardinality(i.choices))`,
      [sessionId, interactionId, choice ?? null],
    )
    if (!open) throw refusal('webinar_offer_closed', 410)
    const stored = await db.query(
      `insert into webinar_answers (interaction_id, registration_id, kind, choice) values ($1, $2, $3, $4)
       on conflict do nothing returning kind`,
      [interactionId, id, kind, choice ?? null],
    )
    if (kind === 'answered' && stored.length === 0) throw refusal('webinar_answered', 409)
    if (kind === 'clicked' && open.kind === 'offer')
      await db.query(
        `update webinar_registrations r set offer_clicked_at = now() ${andFirst} and r.offer_clicked_at is null`,
        [id],
      )
    return { link: open.link }
  },
})

/** Stores the rating of the webinar, which is requested after the broadcast. The last one counts. */
export const answerWebinarExit = defineFunction({
  ...inRoom,
  name: 'answer-webinar-exit',
  input: AnswerExit,
  output: z.object({}),
  async run({ input: { answer }, db, caller }) {
    const { id } = await registrationOf(db, caller)
    const stored = await db.query(
      `update webinar_registrations r set exit_answer = $2 ${andFirst} and exists (
         select from webinar_sessions s join webinars w on w.id = s.webinar_id
         where s.id = r.session_id and private.webinar_status_at(s, w, now()) in ('ended', 'replay', 'closed')) returning r.id`,
      [id, answer],
    )
    if (stored.length === 0) throw refusal('webinar_not_open', 409)
    return {}
  },
})
