import type { RefObject } from 'react'

/** Actions on an experiment; each opens a dialog. */
export type ExperimentDialog = 'shares' | 'winner' | 'end'

/** Props of such a dialog. `onDone` runs after success, when the button that opened it may be unmounted. */
export type ExperimentDialogProps = {
  open: boolean
  onClose: () => void
  onDone: () => void
  finalFocus: RefObject<HTMLElement | null>
}
