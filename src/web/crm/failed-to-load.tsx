import '#ui/states/error-boundary.css'
import './error-screen.css'
import { refusalText } from '#client/refusal.ts'
import { Button } from '#ui/button.tsx'

type Props = {
  /** What is not there. With something to show nothing takes its place: a form would go, and all that was typed into it. */
  insteadOf: undefined | null
  error: unknown
  onRetry: () => void
}

/** Stands in the place of what could not be read, with a way to try again. */
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
