import './popover.css'
import { type ReactElement, type ReactNode, type RefObject, useState } from 'react'
import { lazyPart } from './lazy-part.ts'
import { usePopupTrigger } from './popup-trigger.ts'

const usePopup = lazyPart(() => import('./popover-popup.tsx'))

/** A panel anchored to its trigger. `label` is its accessible name. */
export function Popover({
  trigger,
  label,
  children,
  open: asked,
  onOpenChange,
  align = 'end',
  initialFocus,
}: {
  trigger: ReactElement
  label: string
  children: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  align?: 'start' | 'center' | 'end'
  /** The element focused on opening; the first control by default. */
  initialFocus?: RefObject<HTMLElement | null>
}) {
  const [opened, setOpened] = useState(false)
  const open = asked ?? opened
  const change = (next: boolean) => {
    setOpened(next)
    onOpenChange?.(next)
  }
  const popup = usePopup(open)
  const opener = usePopupTrigger({ trigger, popup: 'dialog', open, onOpenChange: change, prepare: usePopup.fetch })
  const { anchor, id } = opener.popup
  return (
    <>
      {opener.button}
      {popup && (
        <popup.PopoverPopup
          anchor={anchor}
          id={id}
          label={label}
          align={align}
          open={open}
          onOpenChange={change}
          initialFocus={initialFocus}
        >
          {children}
        </popup.PopoverPopup>
      )}
    </>
  )
}
