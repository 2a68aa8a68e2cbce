import { pino } from 'pino'
import { expect, test } from 'vitest'
import { recognise } from '#features/leads/recognise.server.ts'
import { fromWhere, recordConsent, refuseUnknownWords } from '#features/leads/record-consent.server.ts'
import { createFunctions } from '#kernel/functions/dispatch.ts'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { signUp } from './signups.server.ts'

const db = await testDatabase()
const { ids, as } = await makeActors(db)
const server = createFunctions({
  pool: db.authenticator,
  functions: [signUp({ recognise, fromWhere, refuseUnknownWords, recordConsent, recordConversion: async () => {} })],
  log: pino({ level: 'silent' }),
})
const [marketing] = await db.sql<{ id: string }>(`select id from current_consent_texts where kind = 'marketing'`)
const somebody = { offer: 'ninja', name: 'נועה לדוגמה', email: 'noa@example.com' }
let asked = 0
const join = (input: object) =>
  server.invoke('sign-up', input, { caller: { claims: as.visitor }, ip: `203.0.113.${asked++}`, userAgent: 'test' })
const count = async (from: string) => (await db.sql<{ n: number }>(`select count(*)::int as n from ${from}`))[0]!.n

test('who joins is a contact with a line on their timeline; those who sell hear of it, and no sale is opened', async () => {
  await join({ ...somebody, phone: '050-0000011', sourceUrl: 'https://site.test/ninja?utm_source=facebook' })
  const [row] = await db.sql<{ contact_id: string }>(
    'select contact_id, offer, email, phone, utm, source_url, ip_trunc from signups',
  )
  expect(row).toMatchObject({
    offer: 'ninja',
    email: 'noa@example.com',
    phone: '+972500000011',
    utm: { utm_source: 'facebook' },
    source_url: 'https://site.test/ninja?utm_source=facebook',
    ip_trunc: '203.0.113.0/24',
  })
  expect(await count(`activities where type = 'signup.received' and contact_id = '${row!.contact_id}'`)).toBe(1)
  const told = await db.sql<{ user_id: string }>(`select user_id from notifications where type = 'signup.received'`)
  expect(told.map(({ user_id }) => user_id).toSorted()).toEqual([ids.owner, ids.admin, ids.sales].toSorted())
  expect(await count('opportunities')).toBe(0)
})

test('who joins twice has joined once, and is told the same', async () => {
  const before = [await count('signups'), await count('notifications')]
  expect(await join(somebody)).toEqual(await join({ ...somebody, email: ' NOA@example.com' }))
  expect([await count('signups'), await count('notifications')]).toEqual(before)
  await join({ ...somebody, offer: 'lesson' })
  expect(await count('signups')).toBe(before[0]! + 1)
  expect(await count('contacts')).toBe(1)
})

test('joining is no agreement to be written to; only a tick is, in the words that stood beside it', async () => {
  expect(await count('consents')).toBe(0)
  await join({ ...somebody, email: 'yes@example.com', marketingConsent: 'on', consentTextId: marketing!.id })
  expect(await db.sql('select channel, value_norm, source_type from consents')).toEqual([
    { channel: 'email', value_norm: 'yes@example.com', source_type: 'signup' },
  ])
  await expect(
    join({ ...somebody, email: 'no@example.com', marketingConsent: 'on', consentTextId: crypto.randomUUID() }),
  ).rejects.toMatchObject({ code: 'consent_text_unknown' })
  expect(await count(`signups where email = 'no@example.com'`)).toBe(0)
})

test.each([
  ['nothing', {}, ['email', 'name', 'offer']],
  ['an offer of their own', { ...somebody, offer: 'free' }, ['offer']],
  ['no address', { ...somebody, email: '' }, ['email']],
  ['a number nobody has', { ...somebody, phone: '12' }, ['phone']],
  ['a tick beside no words', { ...somebody, marketingConsent: true }, ['marketingConsent']],
])('%s is refused in Hebrew, by field', async (_what, input, fields) => {
  const refusal: { status: number; fields: Record<string, string> } = await join(input).then(
    () => Promise.reject(new Error('accepted')),
    (error) => error,
  )
  expect([refusal.status, Object.keys(refusal.fields).toSorted()]).toEqual([422, fields])
  expect(Object.values(refusal.fields).join()).toMatch(/[א-ת]/)
})

test('who may read who joined: owner admin sales, and a coach those of their contacts', async () => {
  expect(await whoMay(db, as, 'select from signups')).toBe('owner admin sales')
  await db.sql('update contacts set owner_id = $1', [ids.coach])
  expect(await whoMay(db, as, 'select from signups')).toBe('owner admin coach sales')
})
