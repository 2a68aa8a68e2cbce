// Batched entries: each registrant gets only their own data.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { createServerClock, secondOf } from './server-clock.ts'

type Line = { body: string }
type Room = {
  now: string
  started_at: string
  viewers: number
  is_muted: boolean
  lines: Line[]
  voted: string[]
  interactions: { title: string; answer: number | null; results: Record<string, number> | null }[]
}
type Entry = { n: number; registration_id: string; state: string; room: Room | null }

const db = await testDatabase()

async function addSession(kind: 'live' | 'on_demand' = 'live') {
  const [webinar] = await db.sql<{ id: string }>(
    `insert into webinars (slug, title, kind, status, recording) values ($1, 'חדר', $2, 'published', '{"provider":"file","ref":"/clips/a.webm"}') returning id`,
    [`room-${randomUUID().slice(0, 8)}`, kind],
  )
  if (kind === 'on_demand') return { webinar: webinar!.id, session: null }
  const [session] = await db.sql<{ id: string }>(
    `insert into webinar_sessions (webinar_id, starts_at, status, started_at) values ($1, now(), 'live', now()) returning id`,
    [webinar!.id],
  )
  return { webinar: webinar!.id, session: session!.id }
}
type Place = Awaited<ReturnType<typeof addSession>>

async function register({ webinar, session }: Place, more: { state?: string; repeatOf?: string } = {}) {
  const token = randomUUID()
  const [row] = await db.sql<{ id: string }>(
    `with person as (insert into contacts (first_name) values ('נועה') returning id),
       made as (insert into webinar_registrations (webinar_id, session_id, contact_id, name, email, state, repeat_of)
         select $1, $2, id, 'נועה', $3 || '@example.com', $4, $5 from person returning id)
     insert into webinar_links (token_hash, registration_id) select link_hash($3), id from made returning registration_id as id`,
    [webinar, session, token, more.state ?? 'registered', more.repeatOf ?? null],
  )
  return { token, id: row!.id }
}
const enter = (tokens: string[]) => db.sql<Entry>('select * from enter_webinars($1, $2) order by n', [tokens, '{}'])
async function sendMessage(
  { webinar, session }: Place,
  body: string,
  more: { by?: string; kind?: string; replyTo?: string; only?: boolean } = {},
) {
  const [line] = await db.sql<{ id: string }>(
    `insert into webinar_messages (webinar_id, session_id, registration_id, author, kind, body, reply_to, visibility)
     values ($1, $2, $3, 'נועה', $4, $5, $6, $7) returning id`,
    [webinar, session, more.by ?? null, more.kind ?? 'chat', body, more.replyTo ?? null, more.only ? 'private' : 'all'],
  )
  return line!.id
}
const linesOf = (entry: Entry | undefined) => entry?.room?.lines.map(({ body }) => body)

test('each entry of a batch has its own result: unknown, ejected, cancelled, in the room, on demand, and a duplicate token', async () => {
  const place = await addSession()
  const [one, two, removed, out, demand] = [
    await register(place),
    await register(place),
    await register(place, { state: 'cancelled' }),
    await register(place),
    await register(await addSession('on_demand')),
  ]
  await db.sql('update webinar_registrations set ejected_at = now() where id = $1', [out.id])
  const entries = await enter([one.token, 'unknown', removed.token, two.token, out.token, one.token, demand.token])
  expect(entries.map(({ n, registration_id: id, state, room }) => [n, id, state, room !== null])).toEqual([
    [1, one.id, 'room', true],
    [3, removed.id, 'left', false],
    [4, two.id, 'room', true],
    [5, out.id, 'ejected', false],
    [6, one.id, 'room', true],
    [7, demand.id, 'on_demand', true],
  ])
  expect(entries[0]!.room!.viewers).toBe(2)
  const present = await db.sql(
    'select id from webinar_registrations where last_seen_at is not null and session_id = $1',
    [place.session],
  )
  expect(new Set(present.map(({ id }) => id))).toEqual(new Set([one.id, two.id]))
})

test('a batch shares the lines of the room; a muted author, the author of a question and an on-demand viewer also get their own', async () => {
  const [place, alone] = [await addSession(), await addSession('on_demand')]
  const [reader, muted, asker] = [await register(place), await register(place), await register(place)]
  const [first, second] = [await register(alone), await register(alone)]
  await sendMessage(place, 'לכולם')
  await db.sql('update webinar_registrations set muted_at = now() where id = $1', [muted.id])
  await sendMessage(place, 'של המושתק', { by: muted.id })
  const question = await sendMessage(place, 'שאלה', { by: asker.id, kind: 'question' })
  await sendMessage(place, 'תשובה אישית', { kind: 'answer', replyTo: question, only: true })
  await sendMessage(alone, 'שאלה מההקלטה', { by: first.id, kind: 'question' })
  const [ofReader, ofMuted, ofAsker, ofFirst, ofSecond] = await enter(
    [reader, muted, asker, first, second].map(({ token }) => token),
  )
  expect(linesOf(ofReader)).toEqual(['לכולם', 'שאלה'])
  expect(linesOf(ofMuted)).toEqual(['לכולם', 'של המושתק', 'שאלה'])
  expect(linesOf(ofAsker)).toEqual(['לכולם', 'שאלה', 'תשובה אישית'])
  expect([linesOf(ofFirst), linesOf(ofSecond)]).toEqual([['שאלה מההקלטה'], []])
  expect([ofReader!.room!.is_muted, ofMuted!.room!.is_muted]).toEqual([false, true])
})

test('a registrant who enters at minute 12 plays from 12:00, within two seconds, regardless of the browser clock', async () => {
  const place = await addSession()
  await db.sql(`update webinar_sessions set started_at = now() - interval '12 minutes' where id = $1`, [place.session])
  const { token } = await register(place)
  const anHourLate = () => Date.now() - 3_600_000
  const clock = createServerClock(new Date().toISOString(), anHourLate)
  const requestedAt = anHourLate()
  const [entry] = await enter([token])
  const { now, started_at: startedAt } = entry!.room!
  clock.learn(now, requestedAt)
  // Not 720: on a busy machine the entry takes seconds.
  const actual = secondOf(startedAt, Date.now())
  expect(actual).toBeGreaterThanOrEqual(720)
  expect(Math.abs(secondOf(startedAt, clock.now()) - actual)).toBeLessThanOrEqual(2)
})

test('an open poll shows its results to all registrants, and each sees only their own answer and votes', async () => {
  const place = await addSession()
  const [voter, other] = [await register(place), await register(place)]
  const [poll] = await db.sql<{ id: string }>(
    `insert into webinar_interactions (webinar_id, kind, title, choices) values ($1, 'poll', 'סקר', '{כן,לא}') returning id`,
    [place.webinar],
  )
  await db.sql(
    `insert into webinar_openings (session_id, interaction_id, opens_at, closes_at) values ($1, $2, now(), now() + interval '5 minutes')`,
    [place.session, poll!.id],
  )
  await db.sql(
    `insert into webinar_answers (interaction_id, registration_id, kind, choice) values ($1, $2, 'answered', 1)`,
    [poll!.id, voter.id],
  )
  const question = await sendMessage(place, 'שאלה', { kind: 'question', by: other.id })
  await db.sql('insert into webinar_votes (message_id, registration_id) values ($1, $2)', [question, voter.id])
  const [ofVoter, ofOther] = await enter([voter.token, other.token])
  const shown = { title: 'סקר', results: { 1: 1 } }
  expect(ofVoter!.room).toMatchObject({ voted: [question], interactions: [{ ...shown, answer: 1 }] })
  expect(ofOther!.room).toMatchObject({ voted: [], interactions: [{ ...shown, answer: null }] })
})

test('an entry skips a locked registration without waiting, and a second browser is counted with the first', async () => {
  const place = await addSession()
  const [moving, first] = [await register(place), await register(place)]
  const further = await register(place, { repeatOf: first.id })
  const other = await db.authenticator.connect()
  try {
    await other.query(`begin; set local role service_role`)
    await other.query('select from webinar_registrations where id = $1 for update', [moving.id])
    const [entry, repeated] = await enter([moving.token, further.token])
    expect([entry!.state, repeated!.state, repeated!.room!.viewers]).toEqual(['room', 'room', 1])
  } finally {
    await other.query('rollback')
    other.release()
  }
})

test('nodes of release 1.0.0 can enter with a single token and read a single room', async () => {
  const { token, id } = await register(await addSession())
  const enterOne = (key: string) => db.sql<Omit<Entry, 'n'>>('select * from enter_webinar($1, $2)', [key, '{}'])
  expect(await enterOne(token)).toMatchObject([{ registration_id: id, state: 'room', room: { viewers: 1, lines: [] } }])
  expect(await enterOne('unknown')).toEqual([])
  expect(await db.sql('select webinar_room($1) as room', [id])).toMatchObject([
    { room: { viewers: 1, is_muted: false } },
  ])
})

test('heartbeats and entries use HOT updates: they write no index', async () => {
  const [options] = await db.sql<{ reloptions: string[] }>(
    `select reloptions from pg_class where oid = 'webinar_registrations'::regclass`,
  )
  expect(options!.reloptions).toContain('fillfactor=70')
  const indexed = await db.sql<{ column: string }>(
    `select distinct a.attname::text as column from pg_index i
     join pg_depend d on d.objid = i.indexrelid and d.refobjid = i.indrelid
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = d.refobjsubid
     where i.indrelid = 'webinar_registrations'::regclass`,
  )
  const written = ['last_seen_at', 'watched', 'watched_seconds', 'max_position', 'joined_at', 'reacted_at']
  expect(indexed.map(({ column }) => column).filter((column) => written.includes(column))).toEqual([])
  expect(indexed.map(({ column }) => column)).toContain('session_id')
})
