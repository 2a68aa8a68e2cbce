import { AlarmClock } from 'lucide-react'
import type { ReactElement } from 'react'
import { Menu, MenuGroup, MenuItem } from '#ui/layers/menu.tsx'
import { type Later, laterChoices } from './snooze.ts'

type Choose = { now: Date; onChoose: (later: Later) => void }

/** Snooze options as menu items. */
export const LaterItems = ({ now, onChoose }: Choose) => (
  <MenuGroup label="דחייה">
    {laterChoices(now).map((later) => (
      <MenuItem key={later.text} icon={AlarmClock} onSelect={() => onChoose(later)}>
        {later.text}
      </MenuItem>
    ))}
  </MenuGroup>
)

/** A snooze button with its menu. */
export const LaterMenu = ({
  trigger,
  open,
  onOpenChange,
  ...choose
}: Choose & { trigger: ReactElement; open?: boolean; onOpenChange?: (open: boolean) => void }) => (
  <Menu trigger={trigger} align="end" {...(onOpenChange && { open: open ?? false, onOpenChange })}>
    <LaterItems {...choose} />
  </Menu>
)
