// Problems of a definition: stable codes and Hebrew messages that name the field.
import { isolate } from '#lib/hebrew/hebrew-text.ts'

/** Limits of one form. */
export const limits = {
  fields: 200,
  pages: 60,
  computed: 50,
  dimensions: 20,
  endings: 30,
  bytes: 256 * 1024,
  depth: 24,
}

const sentences = {
  not_a_form: () => 'הטופס אינו בנוי כמו שצריך',
  form_too_large: () => 'הטופס גדול מדי. כדאי לקצר טקסטים או לחלק אותו לשני טפסים',
  form_too_deep: () => 'התנאים בטופס מקוננים עמוק מדי. כדאי לפשט אותם',
  no_fields: () => 'אין בטופס שאלות. הוסיפו לפחות אחת',
  too_many_fields: () => `אפשר עד ${limits.fields} שדות בטופס אחד. כדאי לחלק אותו לשני טפסים`,
  too_many_pages: () => `אפשר עד ${limits.pages} עמודים בטופס אחד`,
  too_many_computed: () => `אפשר עד ${limits.computed} חישובים בטופס אחד`,
  too_many_dimensions: () => `אפשר עד ${limits.dimensions} תחומים בטופס אחד`,
  too_many_endings: () => `אפשר עד ${limits.endings} סיומים בטופס אחד`,
  duplicate_key: (at) => `המזהה של ${at} מופיע פעמיים`,
  duplicate_option: (at) => `ב${at} אותה אפשרות מופיעה פעמיים`,
  bounds_reversed: (at) => `ב${at} הגבול התחתון גבוה מהגבול העליון`,
  consent_text_missing: (at) => `${at}: יש לכתוב למה מסכימים`,
  consent_text_given: (at) => `${at}: ההסכמה לדיוור היא בנוסח של העסק, ואין לה נוסח אחר`,
  file_not_last: (at) => `${at}: שדה של קובץ הוא האחרון בעמוד שלו, כדי שאפשר יהיה לשלוח אותו מכל דפדפן`,
  saving_target_unknown: (at) => `${at}: אי אפשר לשמור את התשובה במקום שנבחר`,
  saving_target_taken: (at) => `${at}: שדה אחר כבר נשמר באותו מקום`,
  saving_changes_address: (at) => `${at}: טופס אינו משנה טלפון או דוא״ל של איש קשר מוכר. יש לבחור "בלי לשנות"`,
  saving_cannot_append: (at) => `${at}: אפשר להוסיף למה שיש רק בשדה של טקסט או של בחירה מרובה`,
  unknown_field: (at) => `${at}: התנאי או הטקסט מפנה לשדה שאינו בטופס`,
  unknown_computed: (at) => `${at}: ההפניה היא לחישוב שאינו בטופס`,
  unknown_dimension: (at) => `${at}: ההפניה היא לתחום שאינו בטופס`,
  unknown_option: (at) => `${at}: התנאי מפנה לאפשרות שהוסרה`,
  unknown_column: (at) => `${at}: החישוב מפנה לעמודה שאינה בטבלה`,
  unknown_page: (at) => `${at}: הדילוג מוביל לעמוד שאינו בטופס`,
  unknown_ending: (at) => `${at}: הדילוג מוביל לסיום שאינו בטופס`,
  field_does_not_fit: (at) => `${at}: אי אפשר להשוות או לחשב לפי השדה שנבחר`,
  reference_to_itself: (at) => `${at}: התנאי מפנה לשדה עצמו`,
  reference_to_later_field: (at) => `${at}: התנאי או הטקסט מפנה לשדה שמופיע אחריו`,
  circle_in_computed: (at) => `${at}: החישוב תלוי בעצמו`,
  jump_goes_back: (at) => `${at}: הדילוג מוביל אחורה. אפשר לדלג רק קדימה`,
  no_ending: () => 'אין לטופס סיום. הוסיפו לפחות אחד',
  last_ending_has_condition: (at) => `${at}: לסיום האחרון לא יכול להיות תנאי, כדי שכל מילוי יסתיים`,
  ending_never_reached: (at) => `${at}: הסיום לא יוצג אף פעם, כי לפניו יש סיום בלי תנאי`,
} as const satisfies Record<string, (at: string) => string>

export type DefinitionCode = keyof typeof sentences

/** Location in the form. `key` is undefined for the form as a whole. */
export type Place = { part: 'form' | 'page' | 'group' | 'field' | 'computed' | 'ending' | 'dimension'; key?: string; label?: string } // prettier-ignore

export type DefinitionProblem = { code: DefinitionCode; part: Place['part']; key?: string; message: string }

const nouns: Record<Place['part'], string> = {
  form: 'הטופס',
  page: 'עמוד',
  group: 'קבוצה',
  field: 'שדה',
  computed: 'חישוב',
  ending: 'סיום',
  dimension: 'תחום',
}

export function definitionProblem(code: DefinitionCode, { part, key, label }: Place = { part: 'form' }) {
  const name = label ?? key
  const message = sentences[code](name === undefined ? nouns[part] : `${nouns[part]} "${isolate(name)}"`)
  return { code, part, ...(key !== undefined && { key }), message } satisfies DefinitionProblem
}
