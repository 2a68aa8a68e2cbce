// A contact as a CSV row. Column names match those of the import, so that an export can be imported again.
import { lifecycleLabels, type lifecycles } from '#features/contacts/contacts.ts'
import { type CustomFieldDef, formatValue } from '#platform/fields/fields.ts'
import { formatPhone } from '#lib/format-phone.ts'

/** Row of the export query. Dates as 'YYYY-MM-DD', in Israel time. */
export type ExportedPerson = {
  first_name: string
  last_name: string | null
  phones: string[]
  emails: string[]
  lifecycle: (typeof lifecycles)[number]
  owner_id: string | null
  source: string | null
  tags: string[]
  household: string | null
  agreed: boolean
  do_not_contact: boolean
  birth_date: string | null
  external_id: string | null
  next_step_on: string | null
  last_activity_on: string | null
  created_on: string
  custom: Record<string, unknown>
}

type ExportContext = { nameOf: (userId: string | null) => string | undefined; fields: readonly CustomFieldDef[] }
type Column = [name: string, cell: (person: ExportedPerson, context: ExportContext) => string | null | undefined]

const yesNo = (yes: boolean) => (yes ? 'כן' : 'לא')
const day = (iso: string | null) => iso?.split('-').reverse().join('.')

const columns: Column[] = [
  ['שם פרטי', ({ first_name }) => first_name],
  ['שם משפחה', ({ last_name }) => last_name],
  ['טלפון', ({ phones }) => phones[0] && formatPhone(phones[0])],
  ['טלפון נוסף', ({ phones }) => phones.slice(1).map(formatPhone).join(', ')],
  ['דוא״ל', ({ emails }) => emails[0]],
  ['דוא״ל נוסף', ({ emails }) => emails.slice(1).join(', ')],
  ['סוג הקשר', ({ lifecycle }) => lifecycleLabels[lifecycle]],
  ['באחריות', ({ owner_id }, { nameOf }) => nameOf(owner_id)],
  ['מקור', ({ source }) => source],
  ['תגיות', ({ tags }) => tags.join(', ')],
  ['משק בית', ({ household }) => household],
  ['הסכמה לדיוור', ({ agreed }) => yesNo(agreed)],
  ['לא ליצור קשר שיווקי', ({ do_not_contact }) => yesNo(do_not_contact)],
  ['תאריך לידה', ({ birth_date }) => day(birth_date)],
  ['מזהה במערכת הקודמת', ({ external_id }) => external_id],
  ['הצעד הבא', ({ next_step_on }) => day(next_step_on)],
  ['פעילות אחרונה', ({ last_activity_on }) => day(last_activity_on)],
  ['נוסף בתאריך', ({ created_on }) => day(created_on)],
]

/** Column names, custom fields last. */
export const headerCells = ({ fields }: Pick<ExportContext, 'fields'>): string[] => [
  ...columns.map(([name]) => name),
  ...fields.map(({ label }) => label),
]

export const dataRow = (person: ExportedPerson, context: ExportContext): string[] => [
  ...columns.map(([, cell]) => cell(person, context) ?? ''),
  ...context.fields.map((field) => formatValue(field, person.custom[field.key])),
]
