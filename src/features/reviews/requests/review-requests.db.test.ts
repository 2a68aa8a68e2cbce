import { expect, test } from 'vitest'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { openPool } from '#kernel/postgres/connection.ts'
import { reviewMailDelay } from './review-requests.server.ts'
import { reviewSite } from '../review-site.fixture.ts'

const { db, get, post, reviewFields, mailsTo, linkTo, reviewOf, staff } = await reviewSite()
const owner = await staff('owner')
const coach = await staff('coach')

let people = 0
async function newContact({ ownerId = null as string | null, point = true } = {}) {
  const email = `asked${people++}@example.com`
  const [contact] = await db.sql<{ id: string }>(
    `insert into contacts (first_name, last_name, lifecycle, owner_id) values ('דנה', 'לדוגמה', 'client', $1) returning id`,
    [ownerId],
  )
  if (point)
    await db.sql(
      `insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary) values ($1, 'email', $2, $2, true)`,
      [contact!.id, email],
    )
  return { id: contact!.id, email }
}
const ask = (contactId: string, as = owner) => as.call('ask-for-review', { contactId })
const answer = (link: string, body: string, more: Record<string, string> = {}) => {
  const { email: _, ...fields } = reviewFields({ body, ...more })
  return post(link, fields)
}

test('a review through a request link needs no further verification and is saved once', async () => {
  const dana = await newContact()
  await ask(dana.id)
  expect(await mailsTo(dana.email)).toMatchObject([{ purpose: 'review_request' }])
  const link = await linkTo(dana.email)
  const { body } = await get(link)
  expect(body).toContain('value="דנה"')
  expect(body).not.toContain('name="email"')
  expect(body).toContain('noindex')

  const wrong = await answer(link, 'קצר')
  expect(wrong.statusCode).toBe(422)
  expect(wrong.body).toContain('לפחות 10 תווים')

  const reviewText = 'הפסקנו לריב על כסף, ויש תוכנית לשנה.'
  for (let i = 0; i < 2; i++) expect((await answer(link, reviewText)).headers.location).toBe(link)
  expect((await get(link)).body).toContain('תודה ששיתפתם')
  expect(await reviewOf(dana.email)).toMatchObject({ status: 'pending', verified_by: 'request', body: reviewText })
  expect(
    await db.sql('select type from activities where contact_id = $1 and type like $2 order by happened_at', [
      dana.id,
      'review.%',
    ]),
  ).toEqual([{ type: 'review.asked' }, { type: 'review.submitted' }])
})

test('a contact has one open request, and can get another after a response or its expiry', async () => {
  const dana = await newContact()
  await ask(dana.id)
  await expect(ask(dana.id)).rejects.toMatchObject({ code: 'review_asked_already' })
  const both = await Promise.allSettled([ask((await newContact()).id), ask(dana.id)])
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  const old = await linkTo(dana.email)
  await db.sql(`update review_requests set expires_at = now() - interval '1 day' where contact_id = $1`, [dana.id])
  expect((await get(old)).body).toContain('תוקף הקישור הסתיים')
  expect((await answer(old, 'מילים שבאו מאוחר מדי')).statusCode).toBe(410)
  await ask(dana.id)
  expect(await mailsTo(dana.email)).toHaveLength(2)
})

test('concurrent requests to one contact send one mail', async () => {
  const dana = await newContact()
  const both = await Promise.allSettled([ask(dana.id), ask(dana.id)])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await mailsTo(dana.email)).toHaveLength(1)
})

test.each<[who: string, code: string, change: (dana: { id: string; email: string }) => Promise<unknown>]>([
  [
    'must not be contacted',
    'asked_to_be_left_alone',
    ({ id }) => db.sql('update contacts set do_not_contact = true where id = $1', [id]),
  ],
  [
    'is suppressed',
    'asked_to_be_left_alone',
    ({ email }) => db.sql(`insert into suppressions (value_norm, reason) values ($1, 'unsubscribe')`, [email]),
  ],
  [
    'has a bounced address',
    'asked_to_be_left_alone',
    ({ id }) => db.sql('update contact_points set bounced_at = now() where contact_id = $1', [id]),
  ],
  ['has no address', 'no_address_to_ask', ({ id }) => db.sql('delete from contact_points where contact_id = $1', [id])],
  [
    'is in the bin',
    'contact_not_found',
    ({ id }) => db.sql('update contacts set deleted_at = now() where id = $1', [id]),
  ],
])('a contact who %s gets no review request', async (_who, code, change) => {
  const dana = await newContact()
  await change(dana)
  await expect(ask(dana.id)).rejects.toMatchObject({ code })
  expect(await mailsTo(dana.email)).toEqual([])
})

test('a coach can request reviews only from their own contacts', async () => {
  const own = await newContact({ ownerId: coach.claims.sub })
  const others = await newContact()
  await ask(own.id, coach)
  await expect(ask(others.id, coach)).rejects.toMatchObject({ code: 'contact_not_found' })
  const seen = await db.as<{ contact_id: string }>(coach.claims, 'select contact_id from review_requests')
  expect(seen.map((row) => row.contact_id)).toContain(own.id)
  expect(seen.map((row) => row.contact_id)).not.toContain(others.id)
})

test('an unverified review from the public form is verified by a later request link', async () => {
  const dana = await newContact()
  const body = 'אותן מילים בדיוק, משתי דלתות.'
  await post('/reviews', reviewFields({ email: dana.email, body }), '192.0.2.20')
  await ask(dana.id)
  await answer(await linkTo(dana.email), body)
  expect(await reviewOf(dana.email)).toMatchObject({ status: 'pending', verified_by: 'request' })
})

test('erasing a contact deletes their requests, whose links become unknown', async () => {
  const dana = await newContact()
  await ask(dana.id)
  const link = await linkTo(dana.email)
  await db.sql('select anonymise_person($1)', [dana.id])
  expect(await db.sql('select from review_requests where contact_id = $1', [dana.id])).toEqual([])
  expect((await get(link)).body).toContain('הקישור אינו מוכר')
})

test('a request mail is held during quiet hours and sent on the next working morning', async () => {
  // Runs as the outbox role, which has no access to the product's tables.
  const worker = openPool(db.connect('worker'), 1)
  for (const [at, isHeld] of [
    ['2026-11-24T23:30:00+02:00', true],
    ['2026-11-28T11:00:00+02:00', true],
    ['2026-11-24T10:00:00+02:00', false],
  ] as const)
    expect(
      await inTransaction(worker, undefined, async (tx) => Boolean(await reviewMailDelay(tx, new Date(at)))),
      at,
    ).toBe(isHeld)
  await worker.end()
})
