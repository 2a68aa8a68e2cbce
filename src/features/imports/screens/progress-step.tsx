import type { ShownImport } from '#features/imports/imports.data.ts'

const texts = {
  mapped: ['בודקים את השורות', 'אפשר להמשיך לעבוד, הבדיקה נמשכת ברקע.'],
  running: ['מייבאים', 'אפשר לסגור את העמוד. הייבוא נמשך ברקע, ושום שורה לא תיכנס פעמיים.'],
  rolling_back: ['מבטלים את הייבוא', 'אפשר לסגור את העמוד, הביטול נמשך ברקע.'],
} as const

const number = new Intl.NumberFormat('he-IL')

/** Progress of the server job. */
export function ProgressStep({ found }: { found: ShownImport }) {
  const [title, text] = texts[found.status as keyof typeof texts]
  const { created = 0, updated = 0 } = found.counts
  const whole = Math.max(1, found.status === 'rolling_back' ? created + updated : found.row_count)
  const done = Math.min(found.handled, whole)
  return (
    <div className="import__step import__progress">
      <h2 id="import-progress">{title}</h2>
      <progress max={whole} value={done} aria-labelledby="import-progress" />
      <p>
        {number.format(done)} מתוך {number.format(whole)}
      </p>
      <p className="import__quiet">{text}</p>
    </div>
  )
}
