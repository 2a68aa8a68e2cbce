// export-quiz-results: streams the results of a quiz as a file, including answers.
import { refusals } from '#features/exports/exports.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineEndpoint } from '#kernel/functions/functions.ts'
import { formatPhone } from '#lib/format-phone.ts'
import { sheetResponse } from '#lib/spreadsheets/sheet-response.ts'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'
import type { QuizAnswers, QuizDefinition } from './definition/quiz-definition.ts'
import { ExportResults } from './quiz-edit.ts'
import { withoutStage } from './quiz-labels.ts'
import type { QuizResult } from './scoring/quiz-result.ts'

/** Results read per transaction. */
const page = 500

type Row = {
  id: string
  version: number
  score: number | null
  answered: number
  result: QuizResult
  completed_at: Date
  name: string | null
  phone: string | null
  email: string | null
  sealed: Buffer | null
}

const columns: [name: string, cell: (row: Row) => string | number | null][] = [
  ['תאריך', ({ completed_at }) => formatDate(completed_at)],
  ['שעה', ({ completed_at }) => formatTime(completed_at)],
  ['איש קשר', ({ name }) => name],
  ['טלפון', ({ phone }) => phone && formatPhone(phone)],
  ['דוא״ל', ({ email }) => email],
  ['נוסח', ({ version }) => version],
  ['שלב', ({ result }) => result.stage?.name ?? withoutStage],
  ['ציון', ({ score }) => score],
  ['שאלות שנענו', ({ answered }) => answered],
]

export const exportQuizResults = (seal: Seal) =>
  defineEndpoint({
    name: 'export-quiz-results',
    caller: async (db) => (await db.one<{ may: boolean }>(`select public.has_role('owner', 'admin') as may`)).may,
    methods: ['POST'],
    perClient: { burst: 20, refillMs: 600_000 },
    refusals,
    async fetch(request, { transaction }) {
      const parsed = ExportResults.safeParse(await request.json().catch(() => undefined))
      if (!parsed.success) throw new Refusal('invalid_input', 422, parsed.error.issues[0]?.message ?? 'Invalid input')
      const { format, quizId, stage } = parsed.data
      const { ids, versions } = await transaction(async (db) => {
        const found = await db.query<{ id: string }>(
          `select id from quiz_attempts where quiz_id = $1 and completed_at is not null
             and ($2::text is null or coalesce(stage::text, 'none') = $2) order by completed_at desc, id`,
          [quizId, stage === undefined ? null : String(stage)],
        )
        const definitions = await db.query<{ number: number; definition: QuizDefinition }>(
          'select number, definition from quiz_versions where quiz_id = $1 order by number desc',
          [quizId],
        )
        await db.query(`insert into exports (list, format, search, row_count) values ('quiz_attempts', $1, $2, $3)`, [
          format,
          quizId,
          found.length,
        ])
        return {
          ids: found.map(({ id }) => id),
          versions: new Map(definitions.map(({ number, definition }) => [number, definition])),
        }
      })
      const dimensions = newestLabels([...versions.values()].flatMap((one) => one.dimensions.map(({ key, label }) => [key, label]))) // prettier-ignore
      const questions = newestLabels([...versions.values()].flatMap((one) => one.questions.map(({ key, text }) => [key, text]))) // prettier-ignore
      async function* lines() {
        yield [...columns.map(([name]) => name), ...dimensions.values(), ...questions.values()]
        for (let at = 0; at < ids.length; at += page) {
          const rows = await transaction((db) => db.query<Row>(readRows, [ids.slice(at, at + page)]))
          for (const row of rows) {
            const answers = ((row.sealed && seal.open(row.id, row.sealed)) as QuizAnswers | undefined) ?? {}
            yield [
              ...columns.map(([, cell]) => String(cell(row) ?? '')),
              ...[...dimensions.keys()].map((key) => percentOf(row.result, key)),
              ...[...questions.keys()].map((key) => answerOf(versions.get(row.version), key, answers[key])),
            ]
          }
        }
      }
      return sheetResponse(format, 'תוצאות', lines())
    },
  })

/** Dimensions or questions of all versions by key, with their latest text. */
function newestLabels(found: readonly (readonly [key: string, label: string])[]): Map<string, string> {
  const labels = new Map<string, string>()
  for (const [key, label] of found) if (!labels.has(key)) labels.set(key, label)
  return labels
}

const percentOf = ({ dimensions }: QuizResult, key: string) =>
  String(dimensions.find((one) => one.key === key)?.percent ?? '')

const answerOf = (definition: QuizDefinition | undefined, key: string, points: number | null | undefined) =>
  definition?.questions.find((one) => one.key === key)?.options.find(({ value }) => value === points)?.text ?? ''

const readRows = `
  select a.id, a.quiz_version as version, a.score, a.answered, a.result, a.completed_at, c.full_name as name,
    phone.value_norm as phone, email.value_norm as email, s.sealed
  from unnest($1::uuid[]) with ordinality chosen (id, place)
  join quiz_attempts a on a.id = chosen.id
  left join lateral sealed_quiz_answers(a.id) s on true
  left join contacts c on c.id = a.contact_id
  left join contact_points phone on phone.contact_id = c.id and phone.kind = 'phone' and phone.is_primary
  left join contact_points email on email.contact_id = c.id and email.kind = 'email' and email.is_primary
  order by chosen.place`
