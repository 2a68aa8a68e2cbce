import { BookingPicker } from './booking-picker.tsx'
import type { BookingView } from './booking-view.ts'
import { DeferredSteps } from './deferred-steps.tsx'

const loadLater = async () => DeferredSteps

/** A booking page that was server-rendered at one of the later steps. */
export const Island = (first: BookingView) => (
  <BookingPicker first={first} later={DeferredSteps} loadLater={loadLater} />
)
