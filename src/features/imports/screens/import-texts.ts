// Hebrew texts for import counts.
import { count } from '#lib/hebrew/count.ts'

type Counts = Readonly<Record<string, number>>

export const peopleText = (n: number) => count(n, { one: 'שורה אחת', two: 'שתי שורות', other: '# שורות' })

/** One-line summary of a finished import. */
export function importSummary(counts: Counts): string {
  const { created = 0, updated = 0, skipped = 0 } = counts
  const createdText = count(created, {
    zero: 'לא נוספו אנשי קשר',
    one: 'יובאה רשומה אחת',
    two: 'יובאו שתי רשומות',
    other: 'יובאו # רשומות',
  })
  const known =
    updated > 0 && count(updated, { one: 'רשומה אחת עודכנה', two: 'שתי רשומות עודכנו', other: '# רשומות עודכנו' })
  const passed = count(skipped, {
    zero: 'ללא כפילויות',
    one: 'כפילות אחת דולגה',
    two: 'שתי כפילויות דולגו',
    other: '# כפילויות דולגו',
  })
  return [createdText, known, passed].filter(Boolean).join(', ')
}

/** Summary of an import in the list. */
export function summaryOf(counts: Counts): string {
  const parts: [string, { one: string; two: string; other: string }][] = [
    ['created', { one: 'רשומה חדשה', two: 'שתי רשומות חדשות', other: '# חדשות' }],
    ['updated', { one: 'אחת עודכנה', two: 'שתיים עודכנו', other: '# עודכנו' }],
    ['skipped', { one: 'אחת דולגה', two: 'שתיים דולגו', other: '# דולגו' }],
    ['error', { one: 'שגיאה אחת', two: 'שתי שגיאות', other: '# שגיאות' }],
  ]
  const counted = parts.flatMap(([outcome, forms]) => (counts[outcome] ? count(counts[outcome], forms) : []))
  return counted.join(' · ') || 'ללא שינויים'
}

/** Rows that are imported without a value that could not be read; empty for none. */
export const incompleteText = (n: number) =>
  n === 0
    ? ''
    : `${count(n, { one: 'בשורה אחת', two: 'בשתי שורות', other: 'ב־# שורות' })} יש שדה שלא הצלחנו לקרוא. האנשים נכנסים בלעדיו, והשורות מחכות בקובץ השגיאות. `
