// The JSON file of a template: written by an export, and validated by an import.
import { fieldLabels, TemplateFile } from './webinar-template.ts'

export const templateFileOf = ({ name, about, definition }: Omit<TemplateFile, 'format' | 'formatVersion'>): string =>
  `${JSON.stringify({ format: 'webinar-template', formatVersion: 1, name, about, definition } satisfies TemplateFile, null, 2)}\n`

/** The parsed file, or its errors with their paths: at most five, because one cause often has many. */
export function readTemplateFile(text: string): { file: TemplateFile } | { errors: string[] } {
  let parsed: unknown
  try {
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return { errors: ['הקובץ אינו JSON תקין'] }
  }
  const { data, error } = TemplateFile.safeParse(parsed)
  if (data) return { file: data }
  if (Object(parsed).format !== 'webinar-template') return { errors: ['הקובץ אינו תבנית של הדרכה'] }
  return { errors: error!.issues.slice(0, 5).map(faultText) }
}

type Issue = { path: PropertyKey[]; code: string; message: string; keys?: string[] }

function faultText({ path, code, message, keys = [] }: Issue): string {
  const place = path.map((part) =>
    typeof part === 'number' ? String(part + 1) : (fieldLabels[String(part)] ?? String(part)),
  )
  const what = code === 'unrecognized_keys' ? `שדה לא מוכר: ${keys.join(', ')}` : hebrewOf(message)
  return place.length > 0 ? `${place.join(' › ')}: ${what}` : what
}

/** Replaces the English default messages of the schema library. */
const hebrewOf = (message: string) => (/[א-ת]/.test(message) ? message : 'ערך לא מתאים')
