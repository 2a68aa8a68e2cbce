// Validates a template against the fields that exist.
import { type Fault, parseTemplate, type SyntaxErrorCode } from './parse-template.ts'

export type FieldKind = 'text' | 'list' | 'day' | 'instant' | 'link'

export type TemplateErrorCode = SyntaxErrorCode | 'field_unknown' | 'format_not_for_field' | 'link_not_here'

type Options = {
  /** The kind of each field, by name. */
  kinds: ReadonlyMap<string, FieldKind>
  /** Whether links may be used: a subject line has none. */
  allowsLinks?: boolean
}

/** The errors of the template, in the order of the text. */
export function checkTemplate(text: string, { kinds, allowsLinks = true }: Options): Fault<TemplateErrorCode>[] {
  const { fields, errors } = parseTemplate(text)
  const wrong = fields.flatMap(({ name, at, token, format, isCondition }): Fault<TemplateErrorCode>[] => {
    const kind = kinds.get(name)
    if (kind === undefined) return [{ code: 'field_unknown', at, token }]
    if (format !== undefined && kind !== 'day' && kind !== 'instant')
      return [{ code: 'format_not_for_field', at, token }]
    if (format?.includes('שעה') && kind === 'day') return [{ code: 'format_not_for_field', at, token }]
    if (kind === 'link' && !isCondition && !allowsLinks) return [{ code: 'link_not_here', at, token }]
    return []
  })
  return [...errors, ...wrong].toSorted((one, other) => one.at - other.at)
}

/** The names of all fields that the texts use. */
export const usedFields = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => parseTemplate(text).fields.map(({ name }) => name))),
]

export const faultTexts: Record<TemplateErrorCode, string> = {
  braces_unbalanced: 'סוגריים מסולסלים שלא נפתחו או לא נסגרו',
  field_unreadable: 'שדה שלא כתוב נכון',
  field_unknown: 'אין שדה כזה',
  fallback_empty: 'אחרי הקו צריכה לבוא מילה חלופית',
  fallback_too_long: 'המילים החלופיות ארוכות מ־80 תווים',
  format_unknown: 'אין תצוגה כזו של תאריך. אפשר: יום, תאריך, תאריך מלא, שעה, יום ושעה',
  format_not_for_field: 'תצוגת תאריך מתאימה רק לשדה של תאריך, ושעה רק לשדה שיש בו שעה',
  forms_not_three: 'לשון פנייה צריכה שלוש צורות: ‎{{מין:הוזמנת|הוזמנת|הוזמנתם}}',
  condition_unreadable: 'התנאי לא כתוב נכון. אפשר: ‎{{אם שדה}} או ‎{{אם שדה=ערך}}',
  else_without_condition: '״אחרת״ בלי ״אם״ לפניה',
  end_without_condition: '״סוף״ בלי ״אם״ לפניו',
  condition_without_end: '״אם״ בלי ״סוף״ אחריו',
  conditions_too_deep: 'עד שלושה תנאים זה בתוך זה',
  template_too_long: 'הטקסט ארוך מדי',
  too_many_fields: 'יותר מ־200 שדות בטקסט אחד',
  link_not_here: 'קישור אישי לא יכול להופיע כאן',
}
