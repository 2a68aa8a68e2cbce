// Kinds of fields in the builder, and the defaults of a new field of each.
import type { Field, FieldKind } from '#platform/forms/definition/field-schema.ts'
import { newKey } from './form-draft.ts'

export const kindGroups: readonly { title: string; kinds: readonly FieldKind[] }[] = [
  { title: 'פרטים אישיים', kinds: ['text', 'email', 'phone', 'address', 'date', 'time', 'id_number', 'bank_account'] },
  { title: 'בחירה', kinds: ['single', 'multi', 'dropdown', 'yes_no', 'ranking', 'matrix'] },
  { title: 'מספרים ודירוג', kinds: ['number', 'money', 'scale', 'rating', 'calculated'] },
  { title: 'כתיבה וקבצים', kinds: ['long_text', 'table', 'file', 'signature'] },
  { title: 'הסכמה ומידע', kinds: ['consent', 'statement', 'hidden'] },
]

export const kindLabels: Record<FieldKind, string> = {
  text: 'טקסט קצר',
  long_text: 'טקסט ארוך',
  number: 'מספר',
  money: 'סכום כסף',
  email: 'דוא״ל',
  phone: 'טלפון',
  id_number: 'תעודת זהות',
  bank_account: 'חשבון בנק',
  single: 'בחירה אחת',
  dropdown: 'רשימה נפתחת',
  multi: 'כמה בחירות',
  yes_no: 'כן או לא',
  scale: 'סולם',
  rating: 'דירוג',
  date: 'תאריך',
  time: 'שעה',
  file: 'קובץ',
  signature: 'חתימה',
  address: 'כתובת',
  consent: 'הסכמה',
  statement: 'טקסט בלי שאלה',
  ranking: 'סידור לפי חשיבות',
  matrix: 'טבלת בחירה',
  table: 'טבלה למילוי',
  hidden: 'שדה נסתר',
  calculated: 'חישוב שמוצג',
}

const twoOptions = () => [
  { key: newKey('o'), label: 'אפשרות ראשונה' },
  { key: newKey('o'), label: 'אפשרות שנייה' },
]

/** New fields have an empty label unless their kind implies one. */
const fresh: Record<FieldKind, () => object> = {
  text: () => ({}),
  long_text: () => ({}),
  number: () => ({}),
  money: () => ({}),
  email: () => ({ label: 'דוא״ל', saving: { to: 'contact.email', policy: 'keep' } }),
  phone: () => ({ label: 'טלפון', saving: { to: 'contact.phone', policy: 'keep' } }),
  id_number: () => ({ label: 'תעודת זהות', sensitive: true }),
  bank_account: () => ({ label: 'חשבון בנק', sensitive: true }),
  single: () => ({ options: twoOptions() }),
  dropdown: () => ({ options: twoOptions() }),
  multi: () => ({ options: twoOptions() }),
  yes_no: () => ({}),
  scale: () => ({ from: 1, to: 5 }),
  rating: () => ({ most: 5 }),
  date: () => ({ label: 'תאריך' }),
  time: () => ({ label: 'שעה' }),
  file: () => ({ label: 'קובץ' }),
  signature: () => ({ label: 'חתימה' }),
  address: () => ({ label: 'כתובת' }),
  consent: () => ({ label: 'עדכונים', purpose: 'marketing' }),
  statement: () => ({}),
  ranking: () => ({ options: twoOptions() }),
  matrix: () => ({ rows: [{ key: newKey('r'), label: 'שורה ראשונה' }], options: twoOptions() }),
  table: () => ({ columns: [{ key: newKey('c'), label: 'עמודה ראשונה', kind: 'text' }], most: 3 }),
  hidden: () => ({ label: 'שדה נסתר' }),
  calculated: () => ({ computed: newKey('calc') }),
}

/**
 * Of several fields with the same saving target, only the first retains it: a second e-mail field is stored as an
 * answer only.
 */
export function newField(kind: FieldKind, takenTargets: readonly string[]): Field {
  const { saving, ...field } = { key: newKey('q'), kind, label: '', ...fresh[kind]() } as Field & {
    saving?: { to: string }
  }
  return (saving && !takenTargets.includes(saving.to) ? { ...field, saving } : field) as Field
}
