import { AlarmClock } from 'lucide-react'
import type { ReactElement } from 'react'
import { Menu, MenuGroup, MenuItem } from '#ui/layers/menu.tsx'
import { type SnoozeOption, snoozeOptions } from './snooze.ts'

type Choose = { now: Date; onChoose: (later: SnoozeOption) => void }

/** Snooze options as menu items. */
export const SnoozeItems = ({ now, onChoose }: Choose) => (
  <MenuGroup label="דחייה">
    {snoozeOptions(now).map((later) => (
      <MenuItem key={later.text} icon={AlarmClock} onSelect={() => onChoose(later)}>
        {later.text}
      </MenuItem>
    ))}
  </MenuGroup>
)

export const SnoozeMenu = ({
  trigger,
  open,
  onOpenChange,
  ...choose
}: Choose & { trigger: ReactElement; open?: boolean; onOpenChange?: (open: boolean) => void }) => (
  <Menu trigger={trigger} align="end" {...(onOpenChange && { open: open ?? false, onOpenChange })}>
    <SnoozeItems {...choose} />
  </Menu>
)
