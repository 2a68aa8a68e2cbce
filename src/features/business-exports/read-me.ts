// The read-me of the archive.
import { byteOrderMark } from '#lib/spreadsheets/csv.ts'
import { formatLongDate, formatTime } from '#lib/time/dates.ts'
import { notExported } from './exported-tables.ts'

export type TableSummary = { title: string; rows: number }
type Facts = { at: Date; tables: readonly TableSummary[]; files: number; missing: readonly string[] }

export function readMe({ at, tables, files, missing }: Facts): string {
  const lines = [
    'כל נתוני העסק',
    `נכון ל${formatLongDate(at)}, ${formatTime(at.toISOString())}. כל הטבלאות נקראו באותו רגע.`,
    '',
    'מה יש כאן',
    '- בתיקייה "טבלאות": כל טבלה כקובץ CSV, שנפתח ב־Excel. תאריכים ושעות לפי שעון ישראל, סכומים בשקלים, ושמות במקום מזהים.',
    '- בתיקייה "נתונים": אותן טבלאות כקובץ JSON, עם כל העמודות והמזהים, לקריאה בתוכנה. סכומים באגורות ושעות עם אזור זמן.',
    `- בתיקייה "קבצים": ${files} קבצים שהועלו, בשמות שניתנו להם.`,
    '- manifest.json: רשימת הקבצים, עם גודל, מספר שורות וטביעת SHA-256 של כל אחד, לבדיקה שדבר לא השתנה.',
    '',
    "בתא שמתחיל בסימן שגיליון קורא כנוסחה נוסף גרש (') בהתחלה.",
    'טבלה כוללת גם רשומות שבסל המיחזור; העמודה "בסל המיחזור מ" מסמנת אותן.',
    '',
    'הטבלאות',
    ...tables.map(({ title, rows }) => `- ${title}: ${rows}`),
    '',
    'מה לא נכלל',
    ...Object.keys(notExported).map((reason) => `- ${reason}`),
    ...(missing.length > 0 ? [`- קבצים שרשומים במערכת ולא נמצאו באחסון: ${missing.join(', ')}`] : []),
    '',
    'הקובץ כולל פרטים אישיים של אנשים. כדאי לשמור אותו במקום מוגן, ולמחוק כשאין בו עוד צורך.',
  ]
  return byteOrderMark + lines.join('\r\n') + '\r\n'
}
