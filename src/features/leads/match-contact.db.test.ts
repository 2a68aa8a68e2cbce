// A visitor's form submission that arrives while the matching contact is being merged into another.
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createFunctions } from '#kernel/functions/dispatch.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { createSubscriber } from '../newsletter/subscribers.server.ts'
import { leaveReview } from '../reviews/reviews.server.ts'
import { askForContact } from './leads.server.ts'

const db = await testDatabase()
const { as } = await makeActors(db)
const server = createFunctions({
  pool: db.authenticator,
  functions: [
    askForContact({ send: async () => '' }, async () => {}),
    leaveReview({
      mails: { send: async () => '' },
      siteUrl: 'http://site.test',
      cropToSquare: () => Promise.reject(new Error('No photo is expected here.')),
    }),
  ],
  log: pino({ level: 'silent' }),
})
const visit = (name: string, input: object) =>
  server.invoke(name, input, { caller: { claims: as.visitor }, ip: '203.0.113.1', userAgent: 'test browser' })
const [text] = await db.sql<{ id: string }>(`select id from current_consent_texts where kind = 'newsletter'`)
const [list] = await db.sql<{ id: string }>('select id from mailing_lists limit 1')

const isBlocked = async () =>
  (await db.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
    .length > 0

test.each<[what: string, table: string, submit: (email: string) => Promise<unknown>]>([
  [
    'sends a request',
    'contact_requests',
    (email) => visit('ask-for-contact', { name: 'נועה לדוגמה', email, topic: 'coaching', message: 'אשמח לשיחה' }),
  ],
  [
    'leaves a review',
    'review_authors',
    (email) =>
      visit('leave-review', {
        name: 'נועה לדוגמה',
        email,
        body: 'תודה רבה על הליווי. הוא עזר לנו מאוד לעשות סדר',
        scope: 'first_name_only',
        consent: 'on',
      }),
  ],
  [
    'subscribes',
    'subscriptions',
    (email) =>
      inTransaction(db.authenticator, { role: 'service_role' }, (tx) =>
        createSubscriber(tx, {
          id: crypto.randomUUID(),
          email,
          listId: list!.id,
          textId: text!.id,
          sourceUrl: null,
          ip: null,
          userAgent: null,
        }),
      ),
  ],
])('a visitor who %s during a merge of their contact is matched to the winner', async (_, table, submit) => {
  const email = `${table.replace('_', '.')}@example.com`
  const [winner, loser] = (
    await db.sql<{ id: string }>(`insert into contacts (first_name) values ('נועה'), ('נועה') returning id`)
  ).map((row) => row.id) as [string, string]
  await db.sql(`insert into contact_points (contact_id, kind, value_raw, value_norm) values ($1, 'email', $2, $2)`, [
    loser,
    email,
  ])
  let submission: Promise<unknown> | undefined
  await inTransaction(db.authenticator, as.owner, async (tx) => {
    await tx.query('select merge_contacts($1, $2, 1, 1)', [winner, loser])
    let isThrough = false
    submission = submit(email).finally(() => (isThrough = true))
    while (!isThrough && !(await isBlocked()));
  })
  await submission
  expect(await db.sql(`select contact_id from ${table} where email = $1`, [email])).toEqual([{ contact_id: winner }])
  expect(await db.sql('select contact_id from contact_points where value_norm = $1', [email])).toEqual([
    { contact_id: winner },
  ])
})
