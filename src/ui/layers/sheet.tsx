import './sheet.css'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../pictures/icon.tsx'
import { useDirtyFields } from './dirty-fields.ts'

/** A record beside the list it was opened from, at the left. Focus is held inside, Escape closes, focus goes back. */
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
  /** Beside the way out. */
  action?: ReactNode
  children: ReactNode
}) {
  const written = useDirtyFields(open, onOpenChange)
  return (
    <Base.Root open={open} onOpenChange={written.onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Viewport className="sheet-place">
          <Base.Popup className="sheet" onInput={written.onInput}>
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
