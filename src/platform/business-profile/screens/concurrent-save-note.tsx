/** Concurrent changes to the edited fields. */
export type ConcurrentSave = { by: string | undefined; lines: readonly { label: string; value: string }[] }

export const ConcurrentSaveNote = ({ by, lines }: ConcurrentSave) => (
  <div className="settings__conflict" role="alert">
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
