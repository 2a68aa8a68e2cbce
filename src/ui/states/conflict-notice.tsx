import './conflict-notice.css'

/** A field changed by another user. `was` and `is` are undefined when empty. */
export type ChangedFact = { label: string; was?: string; is?: string }
/** `who` is undefined when the author is unknown. */
export type ForeignChange = { who?: string | undefined; when?: string; facts: readonly ChangedFact[] }

type Props = {
  changes: readonly ForeignChange[]
  /** Shown in the page rather than in a dialog, so there is no cancel button. */
  isInPage?: boolean
}

/** An edit conflict: who saved first, what changed, and the effect of saving again. Announced assertively. */
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
    <p>
      שמירה נוספת תחליף את מה שנשמר במה ששיניתם כאן, ובשאר השדות יישאר מה שנשמר.
      {!isInPage && ' חזרה תשאיר הכול כמו שהוא.'}
    </p>
  </div>
)

/** Old and new value, one row per field. */
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
