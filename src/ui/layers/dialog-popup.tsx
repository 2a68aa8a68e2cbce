import './dialog.css'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { Icon } from '../pictures/icon.tsx'
import { useGuardedFields } from './dirty-fields.ts'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  text?: ReactNode
  wide?: boolean
  initialFocus?: RefObject<HTMLElement | null>
  finalFocus?: RefObject<HTMLElement | null>
  children?: ReactNode
}

export function DialogPopup({
  open,
  onOpenChange,
  title,
  text,
  wide = false,
  initialFocus,
  finalFocus,
  children,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  const dirty = useGuardedFields(open, onOpenChange)
  // A dialog with a form opens focused on its first field, not on the close button. On touch no field is focused: the on-screen keyboard
  // stays closed.
  const firstField = (opened: string) =>
    (opened !== 'touch' && popup.current?.querySelector<HTMLElement>('input:not([type="hidden"]), select, textarea')) ||
    true
  return (
    <Base.Root open={open} onOpenChange={dirty.onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Viewport className="dialog-place">
          <Base.Popup
            ref={popup}
            onInput={dirty.onInput}
            className={wide ? 'dialog dialog--wide' : 'dialog'}
            initialFocus={initialFocus ?? firstField}
            finalFocus={finalFocus}
          >
            <div className="dialog__head">
              <Base.Title className="dialog__title">{title}</Base.Title>
              <Base.Close className="btn btn--ghost btn--icon btn--sm" aria-label="סגירת החלון">
                <Icon of={X} />
              </Base.Close>
            </div>
            {text && <Base.Description className="dialog__text">{text}</Base.Description>}
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
