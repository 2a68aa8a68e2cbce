import './empty-state.css'
import type { ReactNode } from 'react'
import { EmptyIllustration } from './empty-illustration.tsx'

/** Empty state of a list: what will be here, and one action. */
export function EmptyState({
  title,
  text,
  action,
  picture = true,
}: {
  title?: string
  text: ReactNode
  action?: ReactNode
  picture?: boolean
}) {
  return (
    <div className="empty">
      {picture && <EmptyIllustration />}
      {title && <p className="empty__title">{title}</p>}
      <p>{text}</p>
      {action && <div className="empty__action">{action}</div>}
    </div>
  )
}
