import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { fromBuffer } from 'yauzl'
import { testDatabase } from '../../../test/database.ts'
import { makeForm, newKey } from '../../../test/form-filler.ts'
import { sampleFields, sampleForm, savedTo } from './sample-form.fixture.ts'

const db = await testDatabase()
const { as, call, callAs, publish, published, change, filling, person, submissionsOf, contactOf, marketingId, seal } = await makeForm(db) // prettier-ignore

test('visitors can open a published form, without its saving targets', async () => {
  expect(published).toEqual({ status: 200, body: { version: 1 } })
  const { status, body } = await call('open-form', { formId: 'bdika' })
  expect([status, body['state'], body['version']]).toEqual([200, 'open', 1])
  expect(JSON.stringify(body)).not.toContain('saving')
  expect((await call('open-form', { formId: 'unknown' })).body['code']).toBe('form_not_found')
})

test('twenty concurrent submissions with one key create one row, one contact and one opportunity', async () => {
  await change('opens_opportunity = true')
  const visitor = person()
  const sent = filling(visitor)
  const answers = await Promise.all(Array.from({ length: 20 }, () => call('submit-form', sent)))
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body])))).toEqual(
    new Set([JSON.stringify([200, { ending: { key: 'thanks', title: 'תודה' } }])]),
  )
  const [counts] = await db.sql(
    `select count(distinct s.id)::int as submissions, count(distinct c.id)::int as contacts, count(distinct o.id)::int as opportunities,
       count(distinct a.id) filter (where a.type = 'form.submitted')::int as lines
     from contact_points p join contacts c on c.id = p.contact_id
     left join form_submissions s on s.contact_id = c.id left join opportunities o on o.contact_id = c.id
     left join activities a on a.contact_id = c.id where p.value_norm = $1`,
    [visitor.email],
  )
  expect(counts).toEqual({ submissions: 1, contacts: 1, opportunities: 1, lines: 1 })
  const events = await db.sql(
    `select type from domain_events where entity_id = $1 and type like 'form.%' order by id`,
    [(await submissionsOf(visitor.email))[0]!['id']],
  )
  expect(events).toEqual([{ type: 'form.started' }, { type: 'form.submitted' }])
  await change('opens_opportunity = false')
})

test('the server validates answers, ignores hidden ones, and computes score and ending', async () => {
  const wrong = await call('submit-form', filling({ ...person(), phone: '123', couple: 'yes' }))
  expect(wrong.status).toBe(422)
  expect(wrong.body['fields']).toEqual({
    phone: 'מספר הטלפון אינו תקין. דוגמה: 050-0000001',
    partner: 'שדה חובה',
  })
  const visitor = person()
  const { body } = await call(
    'submit-form',
    filling({ ...visitor, couple: 'no', partner: 'יואב', calm: '5', score: '999' }),
  )
  expect(body['ending']).toEqual({
    key: 'calm',
    title: 'תודה, נועה לדוגמה',
    score: { percent: 100, dimensions: [] },
  })
  const [row] = await submissionsOf(visitor.email)
  expect(row).toMatchObject({ status: 'complete', form_version: 1, score: '5', ending_key: 'calm' })
  expect(row!['answers']).toEqual({
    ...visitor,
    phone: `+972${visitor.phone.replace('-', '').slice(1)}`,
    couple: false,
    calm: 5,
  })
})

test('answers are saved to the contact, household and opportunity by the policy of each field', async () => {
  await change('opens_opportunity = true')
  const visitor = person()
  const first = { income: '9,000', goal: 'רכב', birth: '1.2.1985', 'address.city': 'חיפה', 'address.street': 'הנמל', 'address.house': '3' } // prettier-ignore
  await call('submit-form', filling({ ...visitor, ...first }))
  await call(
    'submit-form',
    filling({ ...visitor, name: 'אחרת לגמרי', ...first, income: '1', goal: 'דירה', birth: '3.3.1990' }),
  )
  const contact = (await contactOf(visitor.email))!
  expect(contact.income).toBe('900000')
  expect(
    await db.sql(`select to_char(birth_date, 'YYYY-MM-DD') as day from contacts where id = $1`, [contact.id]),
  ).toEqual([{ day: '1985-02-01' }])
  expect(await db.sql('select address from households where id = $1', [contact.household_id])).toEqual([
    { address: 'הנמל 3, חיפה' },
  ])
  expect(
    await db.sql(`select custom ->> 'goal' as goal from opportunities where contact_id = $1`, [contact.id]),
  ).toEqual([{ goal: 'דירה' }])
  await change('opens_opportunity = false')
})

test('answers with the phone number of a known contact and another address fill only empty fields', async () => {
  await change('opens_opportunity = true')
  const visitor = person()
  await call('submit-form', filling({ ...visitor, goal: 'רכב' }))
  const contact = (await contactOf(visitor.email))!
  const key = newKey()
  const stranger = { ...visitor, email: `other-${visitor.email}`, birth: '3.3.1990' }
  await call('submit-form', filling({ ...stranger, goal: 'דירה' }, { key }))
  const held = async () =>
    (await db.sql(
      `select o.custom ->> 'goal' as goal, to_char(c.birth_date, 'YYYY') as year
       from contacts c join opportunities o on o.contact_id = c.id where c.id = $1`, [contact.id]))[0] // prettier-ignore
  expect(await held()).toEqual({ goal: 'רכב', year: '1990' })
  await change('allows_changes = true')
  const changed = await call('submit-form', filling({ ...stranger, goal: 'טיול' }, { key, change: 0 }))
  expect(changed.status).toBe(200)
  expect(await held()).toEqual({ goal: 'רכב', year: '1990' })
  await call('submit-form', filling({ ...visitor, goal: 'דירה' }))
  expect(await held()).toEqual({ goal: 'דירה', year: '1990' })
  await change('allows_changes = false, opens_opportunity = false')
})

test('a form never changes the e-mail addresses of a known contact, and a form that would cannot be published', async () => {
  const visitor = person()
  await call('submit-form', filling(visitor))
  await call('submit-form', filling({ ...visitor, email: 'stranger@example.com' }))
  const points = await db.sql(
    `select p.value_norm from contact_points p where p.contact_id = $1 and p.kind = 'email'`,
    [(await contactOf(visitor.email))!.id],
  )
  expect(points).toEqual([{ value_norm: visitor.email }])
  const email = { ...sampleFields.email, ...savedTo('contact.email', 'overwrite') }
  const bad = { ...sampleForm, pages: [{ key: 'who', groups: [{ key: 'person', fields: [email] }] }], endings: [{ key: 'end', title: 'תודה' }] } // prettier-ignore
  const refused = await publish(bad, 'other')
  expect([refused.status, Object.keys(refused.body['fields'] as object)]).toEqual([
    422,
    ['saving_changes_address.email'],
  ])
})

test('the append policy adds an answer once to an existing text or list, and only if it fits', async () => {
  await db.sql(
    `insert into custom_field_defs (entity, key, label, type, options) values ('contact', 'notes', 'הערות', 'text', '[]'),
       ('contact', 'topics', 'נושאים', 'multi', '[{"id": "a", "label": "חסכון"}, {"id": "b", "label": "דיור"}, {"id": "c", "label": "פנסיה"}]')`,
  )
  const { name, phone, email } = sampleFields
  const notes = { kind: 'text', key: 'notes', label: 'הערות', ...savedTo('contact.custom.notes', 'append') }
  const topics = { kind: 'multi', key: 'topics', label: 'נושאים', ...savedTo('contact.custom.topics', 'append'), options: [{ key: 'b', label: 'דיור' }, { key: 'c', label: 'פנסיה' }] } // prettier-ignore
  const formWith = (fields: object[]) => ({ ...sampleForm, pages: [{ key: 'who', groups: [{ key: 'all', fields }] }], endings: [{ key: 'end', title: 'תודה' }] }) // prettier-ignore
  expect((await publish(formWith([name, phone, email, notes, topics]), 'adding')).status).toBe(200)
  const visitor = person()
  const send = (answers: object) => call('submit-form', { ...filling({ ...visitor, ...answers }), formId: 'adding' })
  const held = async () =>
    (await db.sql(`select d.custom -> 'notes' as notes, d.custom -> 'topics' as topics from contact_staff_details d
       join contact_points p on p.contact_id = d.contact_id and p.value_norm = $1`, [visitor.email]))[0] // prettier-ignore
  await send({ notes: 'ראשונה', topics: 'b' })
  expect(await held()).toEqual({ notes: 'ראשונה', topics: ['b'] })
  await send({ notes: 'שנייה', topics: ['b', 'c'] })
  await send({ notes: 'שנייה' })
  expect(await held()).toEqual({ notes: 'ראשונה\nשנייה', topics: ['b', 'c'] })
  await send({ notes: 'א'.repeat(1995) })
  expect(await held()).toMatchObject({ notes: 'ראשונה\nשנייה' })

  const income = { ...sampleFields.income, ...savedTo('contact.custom.income', 'append') }
  const refused = await publish(formWith([name, phone, income]), 'adding-money')
  expect(Object.keys(refused.body['fields'] as object)).toEqual(['saving_cannot_append.income'])
})

test('consent is recorded only if ticked, with the text that was shown', async () => {
  const [silent, agreed] = [person(), person()]
  await call('submit-form', filling(silent, { consentTextId: marketingId }))
  const unknown = await call('submit-form', filling({ ...agreed, news: 'on' }, { consentTextId: crypto.randomUUID() }))
  expect(unknown.body['code']).toBe('consent_text_unknown')
  await call('submit-form', filling({ ...agreed, news: 'on' }, { consentTextId: marketingId }))
  const consentsOf = (email: string) =>
    db.sql('select channel, source_type from consents where value_norm = $1', [email])
  expect(await consentsOf(silent.email)).toEqual([])
  expect(await consentsOf(agreed.email)).toEqual([{ channel: 'email', source_type: 'form' }])
})

test('sensitive answers and all answers of a draft are encrypted in the database', async () => {
  const visitor = person({ goal: 'סוד-גלוי' })
  const key = newKey()
  await call('save-form-draft', filling({ ...visitor, income: '12,345' }, { key, revision: 0, page: 'more' }))
  const dump = async () =>
    JSON.stringify(await db.sql('select to_jsonb(s) as row, to_jsonb(a) as sealed from form_submissions s left join form_sealed_answers a on a.submission_id = s.id')) // prettier-ignore
  expect(await dump()).not.toContain('סוד-גלוי')
  expect(await dump()).not.toContain('12,345')
  await call('submit-form', filling({ ...visitor, income: '12,345' }, { key }))
  expect(await dump()).toContain('סוד-גלוי')
  expect(await dump()).not.toContain('1234500')
  const [row] = await submissionsOf(visitor.email)
  const [{ sealed }] = await db.sql<{ sealed: Buffer }>('select sealed from form_sealed_answers where submission_id = $1', [row!['id']]) as [{ sealed: Buffer }] // prettier-ignore
  expect(seal.open(String(row!['id']), sealed)).toEqual({ income: 1_234_500 })
})

/** Content of one file in a ZIP. */
const unzipped = (zip: Buffer, name: string) =>
  new Promise<string>((resolve, reject) => {
    fromBuffer(zip, { lazyEntries: true }, (failed, archive) => {
      if (failed) return reject(failed)
      archive.on('entry', (entry: { fileName: string }) => {
        if (entry.fileName !== name) return archive.readEntry()
        archive.openReadStream(entry as never, (error, stream) => (error ? reject(error) : resolve(text(stream))))
      })
      archive.readEntry()
    })
  })

test('submissions follow a merge, are exported with decrypted answers, and are deleted by an erasure', async () => {
  const [one, other] = [person(), person()]
  for (const person of [one, other]) await call('submit-form', filling({ ...person, income: '777' }))
  const [winner, loser] = [(await contactOf(one.email))!, (await contactOf(other.email))!]
  const versions = [winner.version, loser.version]
  await db.as(as.owner, 'select merge_contacts($1, $2, $3, $4)', [winner.id, loser.id, ...versions])
  expect(await submissionsOf(one.email)).toHaveLength(2)
  const { body } = await callAs(as.owner, 'export-person', { id: winner.id })
  const exported = JSON.parse(await unzipped(body as unknown as Buffer, 'person.json')) as Record<string, object[]>
  expect(exported['form_sealed_answers']?.map((row) => (row as { answers: unknown }).answers)).toEqual([{ income: 77_700 }, { income: 77_700 }]) // prettier-ignore
  await db.as(as.owner, 'select forget_person($1, (select version from contacts where id = $1))', [winner.id])
  expect(await db.sql('select from form_submissions where contact_id = any ($1)', [[winner.id, loser.id]])).toEqual([])
  expect(await db.sql('select from form_sealed_answers a where not exists (select from form_submissions s where s.id = a.submission_id)')).toEqual([]) // prettier-ignore
})
