import '#ui/states/error-boundary.css'
import './error-screen.css'
import { refusalText } from '#client/refusal.ts'
import { Button } from '#ui/button.tsx'

type Props = {
  /** The missing data. If stale data exists, nothing is rendered, because replacing a form would lose its input. */
  insteadOf: undefined | null
  error: unknown
  onRetry: () => void
}

/** Replaces content that failed to load, with a retry button. */
export function FailedToLoad({ error, onRetry }: Props) {
  return (
    <div className="error-screen">
      <div className="errbox" role="alert">
        <p className="errbox__title">לא הצלחנו לטעון את העמוד</p>
        <p>{refusalText(error)}</p>
        <div className="errbox__row">
          <Button look="primary" onClick={onRetry}>
            ניסיון נוסף
          </Button>
        </div>
      </div>
    </div>
  )
}
