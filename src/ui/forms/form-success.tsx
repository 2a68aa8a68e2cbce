import './form-success.css'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../pictures/icon.tsx'

/** Success message in place of a submitted form. The redirect goes to `#sent`, which moves the focus here. */
export function FormSuccess({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="sent" id="sent" tabIndex={-1}>
      <Icon of={CircleCheck} />
      <p className="sent__title">{title}</p>
      {children}
    </div>
  )
}
