import '#ui/states/error-boundary.css'
import './error-screen.css'
import { useQueryClient } from '@tanstack/react-query'
import { refusalText } from '#client/refusal.ts'
import { Button } from '#ui/button.tsx'
import { focusAfterRetry } from './focus-after-retry.ts'

type Props = {
  /** The missing data. If stale data exists, nothing is rendered, because replacing a form would lose its input. */
  insteadOf: undefined | null
  error: unknown
  onRetry: () => void
}

/** Replaces content that failed to load, with a retry button. */
export function FailedToLoad({ error, onRetry }: Props) {
  const queries = useQueryClient()
  return (
    <div className="error-screen">
      <div className="errbox" role="alert">
        <p className="errbox__title">לא הצלחנו לטעון את העמוד</p>
        <p>{refusalText(error)}</p>
        <div className="errbox__row">
          <Button
            look="primary"
            onClick={({ currentTarget }) => {
              focusAfterRetry(currentTarget.closest('.error-screen')!, queries)
              onRetry()
            }}
          >
            ניסיון נוסף
          </Button>
        </div>
      </div>
    </div>
  )
}
