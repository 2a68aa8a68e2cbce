import '../public/booking.css'
import type { PickView } from '../public/booking-view.ts'
import { useDevice } from '../public/use-device.ts'
import { useSlotChoice } from '../public/use-slot-choice.ts'
import { WhenStep } from '../public/when-step.tsx'

export type MoveProps = PickView & { problem: string | undefined }

/** Slot picker for a reschedule. The chosen slot is posted to the page, with and without JavaScript. */
export function Island({ problem, ...first }: MoveProps) {
  const { view, nearest, isLoading, choose } = useSlotChoice(first, true)
  const { isAwake, ownZone } = useDevice()
  return (
    <div className="booking__picker">
      <WhenStep
        view={view}
        nearest={nearest}
        isAwake={isAwake}
        isLoading={isLoading}
        problem={problem}
        ownZone={ownZone}
        passed={{ move: '1' }}
        action={`${view.path}/move`}
        label="שינוי לשעה הזו"
        onChoose={(selected) => void choose(selected)}
      />
    </div>
  )
}
