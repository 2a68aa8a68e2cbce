import './menu.css'
import { Menu as Base } from '@base-ui/react/menu'
import { Check, type LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { Icon } from './icon.tsx'

type Side = 'top' | 'bottom' | 'inline-start' | 'inline-end'

/** A button that opens a list of actions. `trigger` is the button itself; it keeps its own look and gets the behaviour. */
export function Menu({
  trigger,
  children,
  align = 'start',
  side = 'bottom',
  open,
  onOpenChange,
}: {
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  side?: Side
  open?: boolean
  onOpenChange?: (open: boolean) => void
}) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="menu-place" align={align} side={side} sideOffset={6} collisionPadding={8}>
          <Base.Popup className="menu">{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** One action. With `render` it is a link that looks like the others. */
export function MenuItem({
  icon,
  children,
  end,
  danger = false,
  disabled,
  onSelect,
  render,
}: {
  icon?: LucideIcon
  children: ReactNode
  end?: ReactNode
  danger?: boolean
  disabled?: boolean
  onSelect?: () => void
  render?: ReactElement
}) {
  return (
    <Base.Item
      className={danger ? 'menu__item menu__item--danger' : 'menu__item'}
      onClick={onSelect}
      disabled={disabled}
      render={render}
    >
      {icon && <Icon of={icon} />}
      <span>{children}</span>
      {end && <span className="menu__end">{end}</span>}
    </Base.Item>
  )
}

/** A choice of exactly one, applied at once. The menu stays open, so that the choice can be seen and changed. */
export function MenuChoice<T extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: T
  options: readonly { value: T; text: string; icon?: LucideIcon }[]
  onChange: (value: T) => void
}) {
  return (
    <Base.RadioGroup value={value} onValueChange={onChange}>
      <Base.GroupLabel className="menu__label">{label}</Base.GroupLabel>
      {options.map((option) => (
        <Base.RadioItem key={option.value} className="menu__item" value={option.value}>
          {option.icon && <Icon of={option.icon} />}
          <span>{option.text}</span>
          <Base.RadioItemIndicator className="menu__end">
            <Icon of={Check} />
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}

/** Items that belong together, under their name. */
export const MenuGroup = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <Base.Group>
    <Base.GroupLabel className="menu__label">{label}</Base.GroupLabel>
    {children}
  </Base.Group>
)

export const MenuSeparator = () => <Base.Separator className="menu__sep" />
