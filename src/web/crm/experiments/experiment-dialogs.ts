import type { RefObject } from 'react'

/** What may be done about a comparison; each asks first. */
export type Step = 'shares' | 'winner' | 'end'

/** A dialog that asks for one of these steps. `onDone` where it was done: the button that opened it may be gone by then. */
export type Question = {
  open: boolean
  onClose: () => void
  onDone: () => void
  finalFocus: RefObject<HTMLElement | null>
}
