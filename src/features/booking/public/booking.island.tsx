import { BookingPicker } from './booking-picker.tsx'
import type { BookingView } from './booking-view.ts'

const loadLater = async () => (await import('./deferred-steps.tsx')).DeferredSteps

/** A booking page that starts with the calendar. The later steps are loaded while the slot is being held. */
export const Island = (first: BookingView) => <BookingPicker first={first} loadLater={loadLater} />
