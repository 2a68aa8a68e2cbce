// export-form-answers: streams the submissions of a form as a file, including sensitive answers.
import { refusals } from '#features/exports/exports.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineEndpoint } from '#kernel/functions/functions.ts'
import { formatPhone } from '#lib/format-phone.ts'
import { sheetResponse } from '#lib/spreadsheets/sheet-response.ts'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { answerText } from '#platform/forms/answers/answer-text.ts'
import type { Answers } from '#platform/forms/answers/answer.ts'
import type { FormDefinition } from '#platform/forms/definition/definition-schema.ts'
import { answeredFields } from '#platform/forms/definition/placed-fields.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'
import { ExportAnswers } from './forms.ts'
import { openSealed } from './read-answers.server.ts'

/** Submissions read per transaction. */
const page = 500

type Row = {
  id: string
  form_version: number
  answers: Answers
  score: string | null
  completed_at: Date
  changed_at: Date | null
  name: string | null
  phone: string | null
  email: string | null
}

const personColumns: [name: string, cell: (row: Row) => string | null][] = [
  ['תאריך', ({ completed_at }) => formatDate(completed_at)],
  ['שעה', ({ completed_at }) => formatTime(completed_at)],
  ['השתנה', ({ changed_at }) => changed_at && `${formatDate(changed_at)} ${formatTime(changed_at)}`],
  ['איש קשר', ({ name }) => name],
  ['טלפון', ({ phone }) => phone && formatPhone(phone)],
  ['דוא״ל', ({ email }) => email],
  ['ניקוד', ({ score }) => score],
]

export const exportFormAnswers = (seal: Seal) =>
  defineEndpoint({
    name: 'export-form-answers',
    caller: async (db) => (await db.one<{ may: boolean }>(`select public.has_role('owner', 'admin') as may`)).may,
    methods: ['POST'],
    perClient: { burst: 20, refillMs: 600_000 },
    refusals,
    async fetch(request, { transaction }) {
      const parsed = ExportAnswers.safeParse(await request.json().catch(() => undefined))
      if (!parsed.success) throw new Refusal('invalid_input', 422, parsed.error.issues[0]?.message ?? 'Invalid input')
      const { format, formId } = parsed.data
      const { ids, versions } = await transaction(async (db) => {
        const found = await db.query<{ id: string }>(
          `select id from form_submissions where form_id = $1 and status = 'complete' order by completed_at desc, id`,
          [formId],
        )
        const definitions = await db.query<{ number: number; definition: FormDefinition }>(
          `select number, definition from form_versions v where form_id = $1
             and exists (select from form_submissions s where s.form_id = v.form_id and s.form_version = v.number)
           order by number desc`,
          [formId],
        )
        await db.query(
          `insert into exports (list, format, search, row_count) values ('form_submissions', $1, $2, $3)`,
          [format, formId, found.length],
        )
        return {
          ids: found.map(({ id }) => id),
          versions: new Map(definitions.map(({ number, definition }) => [number, definition])),
        }
      })
      const columns = columnsOf([...versions.values()])
      async function* lines() {
        yield [...personColumns.map(([name]) => name), ...columns.values()]
        for (let at = 0; at < ids.length; at += page) {
          const some = ids.slice(at, at + page)
          const [rows, opened] = await transaction(async (db) => [
            await db.query<Row>(readRows, [some]),
            await openSealed(db, seal, some),
          ])
          for (const row of rows) {
            const answers = { ...row.answers, ...opened.get(row.id) }
            const fields = answeredFields(versions.get(row.form_version)!)
            yield [
              ...personColumns.map(([, cell]) => cell(row) ?? ''),
              ...[...columns.keys()].map((key) => {
                const field = fields.find((one) => one.key === key)
                return field ? answerText(field, answers[key]) : ''
              }),
            ]
          }
        }
      }
      return sheetResponse(format, 'תשובות', lines())
    },
  })

/** Questions of all versions by key, with their latest label. */
function columnsOf(versions: readonly FormDefinition[]): Map<string, string> {
  const columns = new Map<string, string>()
  for (const definition of versions)
    for (const { key, label } of answeredFields(definition)) if (!columns.has(key)) columns.set(key, label)
  return columns
}

const readRows = `
  select s.id, s.form_version, s.answers, s.score, s.completed_at, s.changed_at, c.full_name as name, phone.value_norm as phone, email.value_norm as email
  from unnest($1::uuid[]) with ordinality chosen (id, place)
  join form_submissions s on s.id = chosen.id
  left join contacts c on c.id = s.contact_id
  left join contact_points phone on phone.contact_id = c.id and phone.kind = 'phone' and phone.is_primary
  left join contact_points email on email.contact_id = c.id and email.kind = 'email' and email.is_primary
  order by chosen.place`
