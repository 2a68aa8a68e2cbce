import { BookingPicker } from './booking-picker.tsx'
import type { BookingView } from './booking-view.ts'
import { LaterSteps } from './later-steps.tsx'

const loadLater = async () => LaterSteps

/** A booking page that was server-rendered at one of the later steps. */
export const Island = (first: BookingView) => <BookingPicker first={first} later={LaterSteps} loadLater={loadLater} />
