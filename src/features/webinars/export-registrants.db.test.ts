import { expect, test } from 'vitest'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { testKernel } from '../../../test/kernel-app.ts'
import { exportWebinarRegistrants } from './export-registrants.server.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const { call, tokens } = await testKernel(db, { functions: [exportWebinarRegistrants] })

const id = async (sql: string, values: unknown[] = []) => (await db.sql<{ id: string }>(sql, values))[0]!.id
const webinar = await id(
  `insert into webinars (slug, title, status) values ('list', 'תקציב', 'published') returning id`,
)
const addSession = (days: number) =>
  id(
    `insert into webinar_sessions (webinar_id, starts_at) values ($1, now() + make_interval(days => $2)) returning id`,
    [webinar, days],
  )
const [session, other] = [await addSession(2), await addSession(9)]
const register = async (name: string, email: string, more: { session?: string; repeatOf?: string } = {}) => {
  const contact = more.repeatOf
    ? await id('select contact_id as id from webinar_registrations where id = $1', [more.repeatOf])
    : await id('insert into contacts (first_name) values ($1) returning id', [name])
  return id(
    `insert into webinar_registrations (webinar_id, session_id, contact_id, name, email, repeat_of, registered_at)
     values ($1, $2, $3, $4, $5, $6, clock_timestamp()) returning id`,
    [webinar, more.session ?? session, contact, name, email, more.repeatOf ?? null],
  )
}

const noa = await register('=נועה', 'noa@example.com')
await db.sql(
  `update webinar_registrations set phone = '+972501234567', watched_seconds = 1500, state = 'stayed', exit_answer = 'useful', offer_clicked_at = now(),
     registered_at = '2026-03-01T10:00:00Z', joined_at = '2026-03-04T18:31:00Z', utm = '{"utm_source": "אתר, בית"}' where id = $1`,
  [noa],
)
await db.sql(`update webinar_registrations set wish = 'חובות' where id = $1`, [
  await register('נועה', 'noa@example.com', { repeatOf: noa }),
])
await db.sql(`update webinar_registrations set state = 'cancelled' where id = $1`, [
  await register('דן', 'dan@example.com'),
])
await register('רות', 'ruth@example.com', { session: other })
await db.sql(
  `update contacts set deleted_at = now() where id = (select contact_id from webinar_registrations where id = $1)`,
  [await register('גיל', 'gil@example.com')],
)

const fetchFile = async (
  by: 'owner' | 'admin' | 'sales' | 'content' | 'coach',
  input: object = { sessionId: session },
) =>
  call(
    'POST',
    '/functions/v1/export-webinar-registrants',
    { format: 'csv', ...input },
    await tokens.sign({ ...as[by], aud: 'authenticated' }, 600),
  )

test('the registrants of a session are exported once each, in the order of registration, with formulas escaped, and logged', async () => {
  const answer = await fetchFile('owner')
  expect(answer.rawPayload.subarray(0, 3).toString('hex')).toBe('efbbbf')
  const [head, ...lines] = answer.payload.slice(1).trim().split('\r\n')
  expect(head).toBe('שם,דוא״ל,טלפון,מצב,הרשמה,כניסה,דקות צפייה,לחיצה על ההצעה,מה חשוב להם,בסיום,הסכמה לדיוור,מקור')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain(
    `'=נועה,noa@example.com,050-123-4567,נשאר/ה עד הסוף,1.3.2026 12:00,4.3.2026 20:31,25,כן,חובות,הייתה מועילה,,"אתר, בית"`,
  )
  expect(lines[1]).toContain('דן,dan@example.com,,ביטל/ה,')
  expect(await db.sql('select list, format, search, row_count, by from exports')).toEqual([
    { list: 'webinar_registrations', format: 'csv', search: session, row_count: 2, by: ids.owner },
  ])
})

test('roles without contact export cannot export registrants, and a malformed session id is refused', async () => {
  for (const role of ['sales', 'content', 'coach'] as const) expect((await fetchFile(role)).statusCode).toBe(403)
  expect((await fetchFile('admin', { sessionId: 'all' })).statusCode).toBe(422)
  const empty = await fetchFile('admin', { sessionId: crypto.randomUUID() })
  expect(empty.payload.trim().split('\r\n')).toHaveLength(1)
})
