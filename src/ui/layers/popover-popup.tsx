// The popup of a popover: the lazily loaded half of `popover.tsx`.
import { Popover as Base } from '@base-ui/react/popover'
import type { ReactNode, RefObject } from 'react'
import { finalFocus, keepOpenForTrigger, tabOutOfPopup } from './focus-return.ts'

export type PopoverPopupProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The trigger: the popup's anchor, and the element that gets the focus back. */
  anchor: HTMLElement | null
  id: string
  label: string
  align: 'start' | 'center' | 'end'
  initialFocus: RefObject<HTMLElement | null> | undefined
  children: ReactNode
}

export function PopoverPopup(props: PopoverPopupProps) {
  const { open, onOpenChange, anchor, id, label, align, initialFocus, children } = props
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, change) => {
        if (next || !keepOpenForTrigger(change, anchor)) onOpenChange(next)
      }}
    >
      <Base.Portal>
        <Base.Positioner anchor={anchor} className="popover-place" align={align} sideOffset={8} collisionPadding={8}>
          <Base.Popup
            className="popover"
            id={id}
            aria-label={label}
            {...(initialFocus && { initialFocus })}
            finalFocus={() => finalFocus(id, anchor)}
            onKeyDown={(event) => tabOutOfPopup(event, anchor, () => onOpenChange(false))}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
