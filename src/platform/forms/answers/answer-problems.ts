// Problems of an answer: stable codes and Hebrew messages shown at the field.
import { phoneInvalid } from '#lib/format-phone.ts'
import { formatMoney } from '#lib/money.ts'
import type { Answer } from './answer.ts'

const writtenDay = (day: string) => day.split('-').toReversed().join('.')
const n = (value: unknown) => Number(value).toLocaleString('he-IL')

const sentences = {
  required: () => 'שדה חובה',
  consent_required: () => 'כדי להמשיך יש לסמן את ההסכמה',
  text_too_short: (min) => `יש להזין לפחות ${n(min)} תווים`,
  text_too_long: (max) => `עד ${n(max)} תווים`,
  name_invalid: () => 'בשם יש לכתוב אותיות בלבד, ואפשר גם גרש, מקף ורווח',
  number_invalid: () => 'יש להזין מספר. דוגמה: 12 או 4.5',
  number_not_whole: () => 'יש להזין מספר שלם',
  number_too_low: (min) => `המספר הקטן ביותר: ${n(min)}`,
  number_too_high: (max) => `המספר הגדול ביותר: ${n(max)}`,
  money_invalid: () => 'יש להזין סכום בשקלים. דוגמה: 690 או 690.50',
  money_too_low: (min) => `הסכום הקטן ביותר: ${formatMoney(Number(min))}`,
  money_too_high: (max) => `הסכום הגדול ביותר: ${formatMoney(Number(max))}`,
  email_invalid: () => 'כתובת הדוא״ל אינה תקינה',
  phone_invalid: () => phoneInvalid,
  id_number_invalid: () => 'מספר הזהות אינו תקין',
  bank_invalid: () => 'מספר הבנק: עד שלוש ספרות',
  branch_invalid: () => 'מספר הסניף: עד שלוש ספרות',
  account_invalid: () => 'מספר החשבון: בין ארבע לתשע ספרות',
  option_unknown: () => 'הבחירה אינה ברשימה',
  other_missing: () => 'יש לכתוב מה הכוונה ב"אחר"',
  too_few_chosen: (min) => `יש לבחור לפחות ${n(min)}`,
  too_many_chosen: (max) => `אפשר לבחור עד ${n(max)}`,
  choice_excludes_others: () => 'הבחירה האחרונה סותרת את האחרות. יש להשאיר רק אחת מהן',
  date_invalid: () => 'יש להזין תאריך. דוגמה: 22.11.2026',
  date_too_early: (day) => `התאריך המוקדם ביותר: ${writtenDay(String(day))}`,
  date_too_late: (day) => `התאריך המאוחר ביותר: ${writtenDay(String(day))}`,
  time_invalid: () => 'יש להזין שעה. דוגמה: 14:30',
  address_incomplete: () => 'יש להזין יישוב, רחוב ומספר בית',
  zip_invalid: () => 'מיקוד: שבע ספרות',
  ranking_incomplete: () => 'יש לתת מקום לכל אפשרות, וכל מקום פעם אחת',
  matrix_incomplete: () => 'יש לבחור תשובה בכל שורה',
  row_invalid: (row) => `שורה ${n(row)}: יש להשלים או לתקן את הערכים`,
  file_invalid: () => 'הקובץ לא נמצא. יש לצרף אותו שוב',
} as const satisfies Record<string, (limit: unknown) => string>

export type AnswerCode = keyof typeof sentences
export type AnswerProblem = { code: AnswerCode; message: string }

/** `value` is undefined for an empty field. */
export type ParsedAnswer = { value: Answer | undefined } | { problem: AnswerProblem }

export const answerProblem = (code: AnswerCode, limit?: unknown): { problem: AnswerProblem } => ({
  problem: { code, message: sentences[code](limit) },
})
