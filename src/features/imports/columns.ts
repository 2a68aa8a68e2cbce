// Import columns: target fields, and guessing the mapping by header in Hebrew or English, by remembered mappings, and by content.
import { searchForm } from '#lib/hebrew/search-form.ts'

/** In menu order. */
export const fieldLabels = {
  full_name: 'שם מלא',
  first_name: 'שם פרטי',
  last_name: 'שם משפחה',
  phone: 'טלפון',
  phone_2: 'טלפון נוסף',
  email: 'דוא״ל',
  email_2: 'דוא״ל נוסף',
  tags: 'תגיות',
  source: 'מקור',
  lifecycle: 'סוג הקשר',
  owner: 'באחריות',
  note: 'הערה (תירשם בציר הזמן)',
  birth_date: 'תאריך לידה',
  do_not_contact: 'לא ליצור קשר שיווקי',
  consent: 'הסכמה לדיוור',
  external_id: 'מזהה במערכת הקודמת',
} as const
export type ColumnField = keyof typeof fieldLabels

export const customPrefix = 'custom:'

// Headers as written by Excel lists, Google and Outlook contacts, HubSpot, Pipedrive, monday and Fireberry.
const names: Record<ColumnField, string> = {
  full_name:
    'שם|שם מלא|שם הלקוח|שם לקוח|איש קשר|שם איש קשר|לקוח|name|full name|contact|contact name|display name|customer|client',
  first_name: 'שם פרטי|פרטי|first name|firstname|given name|first',
  last_name: 'שם משפחה|משפחה|last name|lastname|surname|family name|last',
  phone:
    'טלפון|טלפון נייד|נייד|סלולרי|פלאפון|מספר טלפון|טל|טל נייד|מס טלפון|טלפון ראשי|phone|phone number|mobile|mobile phone|mobile number|cell|cellphone|tel|telephone|primary phone|phone 1 value|whatsapp|וואטסאפ|ווטסאפ',
  phone_2:
    'טלפון נוסף|טלפון 2|טלפון בבית|טלפון בית|טלפון עבודה|נייד 2|phone 2|phone 2 value|home phone|work phone|other phone|business phone',
  email:
    'דואל|דוא ל|מייל|אימייל|אי מייל|כתובת מייל|כתובת דואל|דואר אלקטרוני|מייל ראשי|email|e mail|email address|e mail address|mail|primary email|e mail 1 value|email 1 value',
  email_2:
    'מייל נוסף|דואל נוסף|אימייל נוסף|מייל 2|email 2|e mail 2 value|email 2 value|secondary email|other email|work email',
  tags: 'תגיות|תגית|תיוג|קבוצה|קבוצות|רשימה|רשימות|tags|tag|labels|label|groups|group membership|list|lists',
  source: 'מקור|מקור הגעה|מאיפה הגיע|איך הגיע|מקור ליד|ערוץ|source|lead source|original source|utm source|channel',
  lifecycle: 'סוג|סוג קשר|סטטוס|סטטוס לקוח|שלב|סוג לקוח|lifecycle|lifecycle stage|status|stage|type|contact type',
  owner: 'באחריות|אחראי|נציג|סוכן|מטפל|שם נציג|יועץ|owner|contact owner|assigned to|assignee|agent|sales rep',
  note: 'הערה|הערות|תיאור|סיכום|פרטים|תוכן הפנייה|הודעה|note|notes|comment|comments|description|message|remarks',
  birth_date: 'תאריך לידה|ת לידה|יום הולדת|לידה|birthday|birth date|date of birth|dob',
  do_not_contact:
    'לא ליצור קשר|אל תתקשרו|הסר|הוסר|הסרה|חסום|do not contact|do not call|dnc|unsubscribed|opted out|opt out',
  consent:
    'הסכמה|הסכמה לדיוור|אישור דיוור|מאשר דיוור|מאשר קבלת דיוור|דיוור|opt in|optin|consent|marketing consent|subscribed|newsletter|accepts marketing',
  external_id: 'מזהה|מספר לקוח|מס לקוח|קוד לקוח|id|record id|contact id|customer id|external id',
}

const byName = new Map<string, ColumnField>(
  (Object.keys(names) as ColumnField[]).flatMap((field) =>
    [fieldLabels[field], ...names[field].split('|')].map((name) => [normalizeHeader(name), field]),
  ),
)

/** Normalised header for comparison: without quotes, colons, asterisks and case. */
export function normalizeHeader(name: string): string {
  return searchForm(name.replaceAll(/[-_.@+]/g, ' ')).replace(/^ה(?=\S{3})/, '')
}

/** Whether a row looks like a header: at least two known names, or one among few cells. */
export function countKnownHeaders(cells: readonly string[]): number {
  return new Set(cells.map((cell) => byName.get(normalizeHeader(cell))).filter(Boolean)).size
}

const looksLike: [ColumnField, RegExp][] = [
  ['email', /^[^@\s]+@[^@\s]+\.[^@\s]+$/],
  ['phone', /^(\+|00)?[\d\s()-]{9,17}$/],
]

/** Guesses the field from sample cells, for a column with an unknown header. */
function guessBySamples(samples: readonly string[]): ColumnField | undefined {
  const filled = samples.filter(Boolean)
  return looksLike.find(
    ([, form]) => filled.length > 0 && filled.filter((cell) => form.test(cell)).length > filled.length / 2,
  )?.[0]
}

const second: Partial<Record<string, ColumnField>> = { phone: 'phone_2', email: 'email_2' }

/**
 * The most likely field of each column, null for none. `remembered` maps normalised headers to earlier choices; `custom` are the custom
 * fields. Each field is assigned once.
 */
export function guessColumns(
  header: readonly string[],
  samples: readonly (readonly string[])[],
  remembered: ReadonlyMap<string, string | null>,
  custom: readonly { key: string; label: string }[],
): (string | null)[] {
  const own = new Map(custom.map(({ key, label }) => [normalizeHeader(label), customPrefix + key]))
  const allFields = new Set<string>([...Object.keys(fieldLabels), ...own.values()])
  const used = new Set<string>()
  const take = (field: string | null | undefined): string | null => {
    if (!field || !allFields.has(field)) return null
    if (!used.has(field)) {
      used.add(field)
      return field
    }
    const other = second[field]
    return other && !used.has(other) ? take(other) : null
  }
  const named = header.map((name) => {
    const form = normalizeHeader(name)
    return remembered.has(form) ? remembered.get(form) : (own.get(form) ?? byName.get(form))
  })
  // Headers first: a column whose content looks like a phone must not take the field from the column named phone.
  const guessed = named.map((field) => (field === undefined ? undefined : take(field)))
  const both = used.has('first_name') && used.has('full_name')
  return guessed.map((field, i) => {
    if (field === 'full_name' && both && !used.has('last_name')) return 'last_name'
    return field === undefined ? take(guessBySamples(samples.map((row) => row[i] ?? ''))) : field
  })
}

/** Index of the header row, which has the most known names among the first ten. 0 if the first row is data. */
export function findHeader(first: readonly { n: number; cells: readonly string[] }[]): number {
  const known = first
    .slice(0, 10)
    .map(({ n, cells }) => ({ n, known: countKnownHeaders(cells), width: cells.filter(Boolean).length }))
  const best = known.toSorted((a, b) => b.known - a.known || a.n - b.n)[0]
  if (best && best.known >= Math.min(2, best.width)) return best.n
  const line = first[0]?.cells.filter(Boolean) ?? []
  return line.some((cell) => /\d{4}|@/.test(cell)) ? 0 : (first[0]?.n ?? 0)
}

export type MappingProblem = 'no_name_column' | 'match_not_mapped' | 'column_mapped_twice'

/** The first problem that makes the mapping unusable, if any. */
export function mappingProblem(mapping: readonly (string | null)[], matchBy: string): MappingProblem | undefined {
  const selected = mapping.filter((field) => field !== null)
  const has = (...fields: string[]) => fields.some((field) => selected.includes(field))
  if (new Set(selected).size !== selected.length) return 'column_mapped_twice'
  if (!has('full_name', 'first_name', 'last_name')) return 'no_name_column'
  const needed = { phone: ['phone', 'phone_2'], email: ['email', 'email_2'], external_id: ['external_id'] }[matchBy]
  return needed && !has(...needed) ? 'match_not_mapped' : undefined
}
