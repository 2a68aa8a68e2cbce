// Texts of the import of bank and card files.
import type { LineErrorCode } from '#features/budget/bank-files/read-lines.ts'
import { count } from '#lib/hebrew/count.ts'
import type { NotASheetCode } from '#lib/spreadsheets/sheet-row.ts'

export const fileErrorTexts: Readonly<
  Record<NotASheetCode | 'too_many_lines' | 'too_big' | 'no_lines' | 'not_on_device', string>
> = {
  not_a_table: 'אין בקובץ טבלה של תנועות. צריך קובץ CSV או Excel, כמו שהוא יורד מאתר הבנק או חברת האשראי',
  old_excel: 'זה קובץ Excel ישן, או קובץ עם סיסמה. פתחו אותו ושמרו מחדש כ־xlsx או כ־CSV',
  file_broken: 'הקובץ לא נפתח. כדאי להוריד אותו שוב מאתר הבנק',
  file_too_large_inside: 'הקובץ גדול מדי. אפשר להוריד תקופה קצרה יותר',
  unclosed_quote: 'הקובץ נקטע באמצע. כדאי להוריד אותו שוב מאתר הבנק',
  file_empty: 'הקובץ ריק. כדאי לבדוק איזו תקופה נבחרה באתר הבנק',
  too_many_lines: 'יש בקובץ יותר מ־50,000 שורות. אפשר להוריד תקופה קצרה יותר, ולייבא כל תקופה לבד',
  too_big: 'הקובץ גדול מ־20 מ״ב. אפשר להוריד תקופה קצרה יותר',
  not_on_device: 'הקובץ לא נפתח. אם הוא שמור בענן, כדאי להוריד אותו קודם למכשיר ולבחור שוב',
  no_lines: 'הכותרות של הטבלה זוהו, אבל אין מתחתיהן תנועות',
}

export const lineErrorTexts: Readonly<Record<LineErrorCode, string>> = {
  date: 'התאריך לא ברור',
  amount: 'הסכום לא ברור',
  year: 'השנה לא ברורה',
}

const currencyNames: Readonly<Record<string, string>> = { USD: 'דולר', EUR: 'אירו', GBP: 'לירה שטרלינג' }
export const currencyName = (code: string) => currencyNames[code] ?? code

export const countLines = (n: number) => count(n, { one: 'תנועה אחת', two: 'שתי תנועות', other: '# תנועות' })
export const countRows = (n: number) => count(n, { one: 'שורה אחת', two: 'שתי שורות', other: '# שורות' })
