import { useEffect, useRef } from 'react'

/** Concurrent changes to the edited fields. */
export type ConcurrentSave = { by: string | undefined; lines: readonly { label: string; value: string }[] }

/** Takes the focus, because the save button is at the end of a long form, far below this note. */
export function ConcurrentSaveNote({ by, lines }: ConcurrentSave) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus(), [lines])
  return (
    <div ref={note} className="settings__conflict" role="alert" tabIndex={-1}>
      <p>
        {by ? (
          <>
            הפרופיל נשמר בינתיים בידי <bdi>{by}</bdi>. עכשיו כתוב שם:
          </>
        ) : (
          'הפרופיל נשמר בינתיים ממקום אחר. עכשיו כתוב שם:'
        )}
      </p>
      <ul>
        {lines.map(({ label, value }) => (
          <li key={label}>
            {label}: <bdi>{value}</bdi>
          </li>
        ))}
      </ul>
      <p>שמירה נוספת תכתוב את מה ששיניתם כאן. ביטול ישאיר את מה שנשמר.</p>
    </div>
  )
}
