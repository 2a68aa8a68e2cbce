import './conflict-notice.css'

/** One fact that somebody else changed. `was` is missing where it was empty, `is` where it is empty now. */
export type ChangedFact = { label: string; was?: string; is?: string }
/** `who` is missing where it is not known. */
export type ForeignChange = { who?: string | undefined; when?: string; facts: readonly ChangedFact[] }

type Props = {
  changes: readonly ForeignChange[]
  /** There is no window to close with everything as it was. */
  isInPage?: boolean
}

/** Somebody saved first: who it was and what they changed, read out at once, and what a second save would do. */
export const ConflictNotice = ({ changes, isInPage = false }: Props) => (
  <div className="conflict" role="alert">
    {changes.map(({ who, when, facts }, at) => (
      <div key={at}>
        <p>
          <bdi>{who ?? 'מישהו אחר'}</bdi>: שינוי שנשמר בזמן שערכתם{when && `, ${when}`}
        </p>
        <Facts facts={facts} />
      </div>
    ))}
    <p>שמירה נוספת תוסיף את מה ששיניתם כאן, והשאר יישאר כפי שנשמר.{!isInPage && ' חזרה תשאיר הכול כמו שהוא.'}</p>
  </div>
)

/** What was and what is, a line each. */
export const Facts = ({ facts }: { facts: readonly ChangedFact[] }) => (
  <dl className="changed-facts">
    {facts.map(({ label, was, is }) => (
      <div key={label}>
        <dt>{label}:</dt>
        <dd>
          {was !== undefined && (
            <>
              <span className="vh">היה</span>
              <bdi className="changed-facts__was">{was}</bdi> <span aria-hidden="true">←</span>{' '}
            </>
          )}
          {is === undefined ? (
            <span>ריק</span>
          ) : (
            <>
              {was !== undefined && <span className="vh">עכשיו</span>}
              <bdi>{is}</bdi>
            </>
          )}
        </dd>
      </div>
    ))}
  </dl>
)
