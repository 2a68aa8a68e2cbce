import './form-success.css'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../pictures/icon.tsx'

/** What stands in place of a form that was taken. The redirect goes to `#sent`, which brings the focus here. */
export function FormSuccess({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="sent" id="sent" tabIndex={-1}>
      <Icon of={CircleCheck} />
      <p className="sent__title">{title}</p>
      {children}
    </div>
  )
}
