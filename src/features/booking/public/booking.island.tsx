import { BookingPicker } from './booking-picker.tsx'
import type { BookingView } from './booking-view.ts'

const loadLater = async () => (await import('./later-steps.tsx')).LaterSteps

/** A booking page that begins with the days. The later steps are loaded while the hour is held. */
export const Island = (first: BookingView) => <BookingPicker first={first} loadLater={loadLater} />
