// The popup of a menu and its items: the lazily loaded half of `menu.tsx`.
import { Menu as Base } from '@base-ui/react/menu'
import { Check, type LucideIcon } from 'lucide-react'
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '../pictures/icon.tsx'
import { finalFocus, keepOpenForTrigger, tabOutOfPopup } from './focus-return.ts'

export type MenuPopupProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The trigger: the popup's anchor and accessible name, and the element that gets the focus back. */
  anchor: HTMLElement | null
  id: string
  labelledBy: string
  /** The item that is focused when a key opened the menu. */
  start: 'first' | 'last' | undefined
  align: 'start' | 'center' | 'end'
  side: 'top' | 'bottom' | 'inline-start' | 'inline-end'
  children: ReactNode
}
export type ItemProps = {
  icon?: LucideIcon
  children: ReactNode
  end?: ReactNode
  danger?: boolean
  disabled?: boolean
  onSelect?: () => void
  render?: ReactElement
}
export type ChoiceProps<T> = {
  label: string
  value: T
  options: readonly { value: T; text: string; icon?: LucideIcon }[]
  onChange: (value: T) => void
}
export type GroupProps = { label: ReactNode; children: ReactNode }

export function MenuPopup({
  open,
  onOpenChange,
  anchor,
  id,
  labelledBy,
  start,
  align,
  side,
  children,
}: MenuPopupProps) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, change) => {
        if (next || !keepOpenForTrigger(change, anchor)) onOpenChange(next)
      }}
    >
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          className="menu-place"
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
        >
          <Base.Popup
            className="menu"
            id={id}
            aria-labelledby={labelledBy}
            finalFocus={() => finalFocus(id, anchor)}
            onKeyDown={(event) => tabOutOfPopup(event, anchor, () => onOpenChange(false))}
          >
            <StartsAt item={start} />
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/**
 * Focuses the first or last item. Base UI cannot detect that a key opened the menu, because the trigger is not a Base
 * UI trigger.
 */
function StartsAt({ item }: { item: 'first' | 'last' | undefined }) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!item) return undefined
    // Deferred until Base UI has focused the popup itself.
    const frame = requestAnimationFrame(() => {
      const items = place.current?.parentElement?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []
      const enabled = [...items].filter((each) => each.ariaDisabled !== 'true')
      enabled.at(item === 'first' ? 0 : -1)?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [item])
  return <span ref={place} hidden />
}

export function MenuItem({ icon, children, end, danger = false, disabled, onSelect, render }: ItemProps) {
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

export function MenuChoice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  return (
    <Base.RadioGroup value={value} onValueChange={onChange}>
      <Base.GroupLabel className="menu__label">{label}</Base.GroupLabel>
      {options.map((option) => (
        <Base.RadioItem key={option.value} className="menu__item" value={option.value} closeOnClick>
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

export const MenuGroup = ({ label, children }: GroupProps) => (
  <Base.Group>
    <Base.GroupLabel className="menu__label">{label}</Base.GroupLabel>
    {children}
  </Base.Group>
)

export const MenuSeparator = () => <Base.Separator className="menu__sep" />
