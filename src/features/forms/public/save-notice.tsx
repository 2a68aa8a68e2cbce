import { Button } from '#ui/button.tsx'
import { refusals } from '../form-texts.ts'
import { formTexts } from './form-view.ts'
import type { SaveState } from './use-draft.ts'

type Props = {
  state: SaveState
  /** Link to continue later or on another device. */
  link: string
  /** Undefined without JavaScript: the next submission of the form overwrites the newer answers. */
  onHere: (() => void) | undefined
}

/** Shows the saving state, and the conflict when another device has newer answers. */
export function SaveNotice({ state, link, onHere }: Props) {
  if (state === 'elsewhere')
    return (
      <div className="form-notice form-notice--warning" role="alert">
        <p>{refusals.draft_elsewhere}</p>
        <p className="form-notice__acts">
          <a className="btn btn--secondary" href={link}>
            לתשובות החדשות
          </a>
          {onHere && (
            <Button look="ghost" onClick={onHere}>
              להמשיך מכאן
            </Button>
          )}
        </p>
      </div>
    )
  return (
    <p className="form-saved">
      <output>{state === 'device' ? formTexts.savedHere : formTexts.saved}</output>
      {state === 'saved' && <a href={link}>קישור להמשך המילוי מאוחר יותר או במכשיר אחר</a>}
    </p>
  )
}
