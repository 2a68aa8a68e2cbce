import './sheet.css'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../pictures/icon.tsx'
import { useDirtyFields } from './dirty-fields.ts'

/** A side sheet at the left, for a record beside its list. Focus is trapped, Escape closes, focus returns to the trigger. */
export function Sheet({
  open,
  onOpenChange,
  title,
  action,
  children,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** Content beside the close button. */
  action?: ReactNode
  children: ReactNode
}) {
  const dirty = useDirtyFields(open, onOpenChange)
  return (
    <Base.Root open={open} onOpenChange={dirty.onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Viewport className="sheet-place">
          <Base.Popup className="sheet" onInput={dirty.onInput}>
            <div className="sheet__head">
              <Base.Title className="sheet__title">{title}</Base.Title>
              {action}
              <Base.Close className="btn btn--ghost btn--icon btn--sm" aria-label="סגירת החלון">
                <Icon of={X} />
              </Base.Close>
            </div>
            <div className="sheet__body">{children}</div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
