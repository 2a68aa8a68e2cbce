import { expect, test } from 'vitest'
import { makeMailedKey } from '#features/quiz/attempts.server.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { FormDefinition } from '#platform/forms/definition/definition-schema.ts'
import { elements, partsOf } from '../../../../test/rendered-html.ts'
import { testSite } from '../../../../test/site-app.ts'

const lines: string[] = []
const { app, db } = await testSite({ demo: false, onLog: (line) => void lines.push(line) })

const personal = {
  name: 'ירדנה סודית',
  email: 'yardena.private@example.com',
  income: '76,543',
  bank: '123456782',
  wish: 'משפט שאין לו אח',
}
const definition = {
  format: 1,
  title: 'טופס עם סודות',
  mode: 'classic',
  pages: [
    {
      key: 'all',
      groups: [
        {
          key: 'person',
          fields: [
            { kind: 'text', key: 'name', label: 'שם', format: 'name', saving: { to: 'contact.full_name', policy: 'overwrite' } }, // prettier-ignore
            { kind: 'email', key: 'email', label: 'דוא״ל', saving: { to: 'contact.email', policy: 'keep' } },
            { kind: 'money', key: 'income', label: 'הכנסה', sensitive: true },
            { kind: 'id_number', key: 'bank', label: 'מספר זהות' },
            { kind: 'text', key: 'wish', label: 'משאלה' },
          ],
        },
      ],
    },
    { key: 'end', groups: [{ key: 'rest', fields: [{ kind: 'yes_no', key: 'sure', label: 'לשלוח?', required: true }] }] }, // prettier-ignore
  ],
  endings: [{ key: 'thanks', title: 'תודה' }],
}
await db.sql(
  `with made as (insert into forms (public_id, title, draft, status, current_version) values ('secrets', 'טופס עם סודות', '{}', 'published', 1) returning id)
   insert into form_versions (form_id, number, definition) select id, 1, $1 from made`,
  [JSON.stringify(FormDefinition.parse(definition))],
)

let cookie = ''
async function post(url: string, fields: Record<string, string>) {
  const reply = await app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(cookie && { cookie }) },
    payload: new URLSearchParams(fields).toString(),
  })
  cookie = /quiz=[\w-]+/.exec(String(reply.headers['set-cookie']))?.[0] ?? cookie
  return reply
}
function stepOf(body: string) {
  const form = elements(body, 'form').find(({ attributes }) => attributes['id'] === 'form-step')!
  const hidden = partsOf(form.inside).attributes('input').filter(({ type, name }) => type === 'hidden' && name !== 'opened') // prettier-ignore
  return Object.fromEntries(hidden.map(({ name, value }) => [name!, value ?? ''])) as Record<string, string>
}
const { name, email, income, bank, wish } = personal
const answers = { 'a.name': name, 'a.email': email, 'a.income': income, 'a.bank': bank, 'a.wish': wish }

/** Submits both pages of the form, with one invalid answer first. Returns the key of the submission. */
async function fillForm(last: Record<string, string> = { 'a.sure': 'yes' }) {
  const opened = stepOf((await app.inject('/form/secrets')).body)
  const wrong = await post('/form/secrets', { ...opened, ...answers, 'a.bank': '123456783', step: 'next' })
  expect(wrong.statusCode).toBe(422)
  const next = await post('/form/secrets', { ...stepOf(wrong.body), ...answers, step: 'next' })
  const second = await app.inject(String(next.headers.location).split('#')[0]!)
  const sent = await post('/form/secrets', { ...stepOf(second.body), ...last, step: 'next' })
  return { key: opened['key']!, status: sent.statusCode }
}

/**
 * Answers the quiz with contact details, starting from the link of a reminder. Returns the keys of the attempt, of the link and of the
 * result.
 */
async function fillQuiz() {
  await post('/financial_stage/start', {})
  await post('/financial_stage/questions', { question: 'q1', step: 'next' })
  const token = cookie.slice('quiz='.length)
  await post('/financial_stage/questions/later', { question: 'q1', email })
  const [mailed] = await db.sql<{ id: string }>(`select attempt_id as id from quiz_reminders`)
  const link = await inTransaction(db.authenticator, { role: 'service_role' }, (tx) =>
    makeMailedKey(tx, mailed!.id, 'questions'),
  )
  expect((await app.inject(`/financial_stage/questions?r=${link}`)).statusCode).toBe(200)
  expect((await post('/financial_stage/resume', { resume: link })).statusCode).toBe(303)
  for (const [i, answer] of '0 1 4 skip 3 2 1 0 4 2'.split(' ').entries())
    // oxlint-disable-next-line no-await-in-loop -- in order
    await post('/financial_stage/questions', { question: `q${i + 1}`, answer, step: 'next' })
  const result = String((await post('/financial_stage/questions/details', { name, email })).headers.location)
  expect((await app.inject(result)).statusCode).toBe(200)
  return [token, link, /r=([\w-]+)/.exec(result)![1]!]
}

/** All rows of all tables as text, without the published definitions, which contain the questions. */
async function dump() {
  const tables = await db.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') and tablename not in ('quiz_versions', 'form_versions')`,
  )
  const rows = await Promise.all(tables.map(({ name: table }) => db.sql(`select t::text as row from ${table} t`)))
  return rows.flat().map(({ row }) => String(row)).join('\n') // prettier-ignore
}

test('sensitive answers of a form, a draft and the quiz are stored encrypted, and no answer or key is in the log', async () => {
  const { key, status } = await fillForm()
  expect(status).toBe(303)
  const keys = [key, ...(await fillQuiz())]
  // A draft that is not submitted.
  const draft = stepOf((await app.inject('/form/secrets')).body)
  await post('/form/secrets', { ...draft, ...answers, 'a.wish': 'רק בטיוטה', step: 'next' })
  const rows = await dump()
  // A non-sensitive answer ensures that the dump contains answers.
  expect(rows).toContain(wish)
  // Quiz answers are stored neither by question nor as a list. Score, stage and dimensions are columns for statistics.
  expect(rows).not.toMatch(/\b0"?, ?"?1"?, ?"?4"?, ?(null|"skip"|skip)/)
  expect(await db.sql('select score, stage, dimensions from quiz_attempts')).toEqual([
    { score: 19, stage: 2, dimensions: { cashflow: 13, debt: 100, safety: 63, future: 13, habits: 75 } },
  ])
  for (const secret of ['7654300', '76,543', bank, 'רק בטיוטה', '"q10"', ...keys]) expect(rows).not.toContain(secret)

  // The error of a failed insert contains the row.
  await db.sql(`alter table form_submissions add constraint refuses_all check (status <> 'complete') not valid`)
  expect((await fillForm()).status).toBeGreaterThanOrEqual(500)
  await db.sql(`alter table form_submissions drop constraint refuses_all`)
  const log = lines.join('\n')
  expect(log).toContain('refuses_all')
  expect(log).toContain('"function":"answer-quiz"')
  for (const secret of [...Object.values(personal), '76543', ...keys, 'רק בטיוטה']) expect(log).not.toContain(secret)
  expect(log).not.toMatch(/"q\d+"|answer=|a\.income/)
})
