import '#ui/states/error-boundary.css'
import './error-screen.css'
import { refusalText } from '#client/refusal.ts'
import { Button } from '#ui/button.tsx'

/** Stands in the place of what could not be read, with a way to try again. */
export function FailedToLoad({ error, onRetry }: { error: unknown; onRetry: () => void }) {
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
