import './dialog.css'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { lazyPart } from './lazy-part.ts'
import type { DialogProps } from './dialog-popup.tsx'

const usePopup = lazyPart(() => import('./dialog-popup.tsx'))

/**
 * A modal dialog: focus is trapped, Escape closes, focus returns to the trigger. Body: children, usually `DialogBody` and `DialogActions`,
 * or a form around both.
 */
export function Dialog(props: DialogProps) {
  const popup = usePopup(props.open)
  return popup && <popup.DialogPopup {...props} />
}

export const DialogBody = ({ children }: { children: ReactNode }) => <div className="dialog__body">{children}</div>

/** Primary action first, then the cancel button. */
export const DialogActions = ({ children }: { children: ReactNode }) => <div className="dialog__foot">{children}</div>

type FormActionsProps = {
  words: string
  /** The label of the submit button while busy. */
  busyWords?: string | undefined
  look?: 'primary' | 'danger' | undefined
  busy: boolean
  onBack: () => void
}

/** The footer of a form in a dialog, with a pending state. */
export const FormActions = ({ words, busyWords = 'שומרים', look = 'primary', busy, onBack }: FormActionsProps) => (
  <DialogActions>
    <Button type="submit" look={look} busy={busy}>
      {busy ? busyWords : words}
    </Button>
    <Button look="ghost" onClick={onBack}>
      חזרה
    </Button>
  </DialogActions>
)
