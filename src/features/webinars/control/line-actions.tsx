import { DoorOpen, Ellipsis, Eye, EyeOff, Volume2, VolumeX } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { failedStep } from '../screens/failed-step.ts'
import { type ControlLine, type ModerationStep, type Registrant, useHideMessage, useModerate } from './control.data.ts'

/** Moderation of one line: hide it, mute its author, or eject them from the room. */
export function LineActions({ line, registrants }: { line: ControlLine; registrants: readonly Registrant[] }) {
  const hide = useHideMessage()
  const { id, author, status, registration_id: registration } = line
  const isHidden = status === 'hidden'
  return (
    <Menu
      trigger={
        <Button look="ghost" size="sm" iconOnly aria-label={`עוד פעולות: ${author}`} icon={<Icon of={Ellipsis} />} />
      }
    >
      <MenuItem
        icon={isHidden ? Eye : EyeOff}
        onSelect={() => hide.mutate({ message: id, hidden: !isHidden }, { onError: failedStep })}
      >
        {isHidden ? 'הצגה בחדר' : 'הסתרה מהחדר'}
      </MenuItem>
      {registration && (
        <ModerationItems
          registration={registration}
          name={author}
          known={registrants.find((one) => one.id === registration)}
        />
      )}
    </Menu>
  )
}

type ModerationProps = {
  registration: string
  name: string
  /** Undefined for roles without access to registrants: they can undo only in the toast. */
  known: Pick<Registrant, 'muted_at' | 'ejected_at'> | undefined
}

const done: Record<ModerationStep, (name: string) => string> = {
  mute: (name) => `ההודעות של ${name} מוצגות מעכשיו רק לצד ששלח אותן`,
  unmute: (name) => `ההודעות של ${name} מוצגות שוב לכולם`,
  eject: (name) => `החדר נסגר בפני ${name}`,
  admit: (name) => `החדר פתוח שוב בפני ${name}`,
}
const back = { mute: 'unmute', eject: 'admit' } as const

export function ModerationItems({ registration, name, known }: ModerationProps) {
  const moderate = useModerate()
  // Uses the promise, because the menu, including this component, is unmounted before the response.
  const step = (to: ModerationStep): Promise<unknown> =>
    moderate.mutateAsync({ registration, step: to }).then(() => {
      const undo = to === 'mute' || to === 'eject' ? back[to] : undefined
      toast.success(done[to](name), undo && { action: { text: 'ביטול', run: () => void step(undo) } })
    }, failedStep)
  return (
    <>
      {known?.muted_at ? (
        <MenuItem icon={Volume2} onSelect={() => void step('unmute')}>
          ביטול ההשתקה
        </MenuItem>
      ) : (
        <MenuItem icon={VolumeX} onSelect={() => void step('mute')}>
          השתקה
        </MenuItem>
      )}
      {known?.ejected_at ? (
        <MenuItem icon={DoorOpen} onSelect={() => void step('admit')}>
          החזרה לחדר
        </MenuItem>
      ) : (
        <MenuItem icon={DoorOpen} danger onSelect={() => void step('eject')}>
          הוצאה מהחדר
        </MenuItem>
      )}
    </>
  )
}
