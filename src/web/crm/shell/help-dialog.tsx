import './help-dialog.css'
import { useState } from 'react'
import { Kbd } from '#ui/badge.tsx'
import { Dialog, DialogBody } from '#ui/layers/dialog.tsx'
import { CheckField } from '#ui/forms/field.tsx'
import { useToastHistory } from '#ui/toast/toast.tsx'
import { Button } from '#ui/button.tsx'
import { undoAction, useUndos } from '#ui/undo/undo.ts'
import { formatTime } from '#lib/time/dates.ts'
import { isQuestionMarkEnabled, setQuestionMarkEnabled } from '../navigation/shortcuts.ts'

const groups = [
  {
    label: 'בכל מקום',
    keys: [
      { keys: ['Ctrl', 'K'], does: 'חיפוש או פעולה' },
      { keys: ['Alt', 'N'], does: 'הזדמנות חדשה, גם לאיש קשר חדש' },
      { keys: ['Ctrl', 'Z'], does: 'ביטול הפעולה האחרונה, כשלא כותבים בתוך שדה' },
      { keys: ['?'], does: 'רשימת המקשים הזו' },
      { keys: ['F6'], does: 'מעבר להודעה שבפינת המסך' },
      { keys: ['Esc'], does: 'סגירת חלון או תפריט' },
    ],
  },
  {
    label: 'ביום, אחרי ״התחלת העבודה״',
    keys: [
      { keys: ['J', 'K'], does: 'הבא, הקודם' },
      { keys: ['D'], does: 'בוצע' },
      { keys: ['S'], does: 'דחייה' },
      { keys: ['N'], does: 'קביעת צעד הבא' },
      { keys: ['C', 'W', 'M'], does: 'שיחה, וואטסאפ, דוא״ל' },
      { keys: ['O'], does: 'פתיחת הכרטיס' },
      { keys: ['Esc'], does: 'חזרה לרשימה' },
    ],
  },
  {
    label: 'בצינור המכירות',
    keys: [
      { keys: ['רווח'], does: 'הרמת כרטיס, ושוב רווח להנחה' },
      { keys: ['←', '→'], does: 'כרטיס מורם: לשלב הבא, לשלב הקודם' },
      { keys: ['↑', '↓'], does: 'כרטיס מורם: למעלה, למטה' },
      { keys: ['Esc'], does: 'החזרת הכרטיס למקומו' },
      { keys: ['M'], does: 'תפריט העברה לשלב' },
    ],
  },
  {
    label: 'בעריכת עמוד של האתר',
    keys: [
      { keys: ['Ctrl', 'S'], does: 'שמירת טיוטה' },
      { keys: ['Ctrl', 'Z'], does: 'ביטול הצעד האחרון, כשלא כותבים בתוך שדה' },
      { keys: ['Alt', '↑'], does: 'מקטע נבחר: למעלה' },
      { keys: ['Alt', '↓'], does: 'מקטע נבחר: למטה' },
    ],
  },
]

/** Keyboard shortcuts. The single-character one can be switched off (WCAG 2.1.4). */
export function HelpDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [isOn, setOn] = useState(isQuestionMarkEnabled)
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="מקשי קיצור">
      <DialogBody>
        {groups.map(({ label, keys }) => (
          <section key={label}>
            <h3 className="help__label">{label}</h3>
            <dl className="help__keys">
              {keys.map((row) => (
                <div key={row.does}>
                  <dt>
                    {row.keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dt>
                  <dd>{row.does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <RecentActions />
        <PastToasts />
        <CheckField
          name="question-mark"
          label="המקש ? פותח את הרשימה הזו"
          checked={isOn}
          onChange={({ target }) => {
            setQuestionMarkEnabled(target.checked)
            setOn(target.checked)
          }}
        />
      </DialogBody>
    </Dialog>
  )
}

/** Recent actions that can still be undone after their toast disappeared. */
function RecentActions() {
  const undos = useUndos()
  if (undos.length === 0) return null
  return (
    <section>
      <h3 className="help__label">פעולות שאפשר לבטל</h3>
      <ul className="help__said">
        {undos.map(({ id, title, at }) => (
          <li key={id}>
            <time dateTime={new Date(at).toISOString()}>{formatTime(new Date(at))}</time>
            <bdi>{title}</bdi>
            <Button size="sm" look="ghost" aria-label={`ביטול: ${title}`} onClick={() => void undoAction(id)}>
              ביטול
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Past toasts, because only one is visible at a time. */
function PastToasts() {
  const toasts = useToastHistory()
  if (toasts.length === 0) return null
  return (
    <section>
      <h3 className="help__label">הודעות אחרונות</h3>
      <ul className="help__said">
        {toasts.map(({ id, text, dismissedAt }) => (
          <li key={`${id} ${dismissedAt}`}>
            <time dateTime={new Date(dismissedAt).toISOString()}>{formatTime(new Date(dismissedAt))}</time>
            <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}
