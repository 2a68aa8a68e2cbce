import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Icon } from '#ui/pictures/icon.tsx'

type Props = { head: ReactNode; children: ReactNode }

/** Head and details of a record. On a phone the details open on request, so that the composer follows the head. */
export function RecordIdentity({ head, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div className="record__who">
      {head}
      <button
        type="button"
        className="record__more"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        כל הפרטים
        <Icon of={ChevronDown} />
      </button>
      <div id={id} className="record__details" data-open={isOpen || undefined}>
        {children}
      </div>
    </div>
  )
}
