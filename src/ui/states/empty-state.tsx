import './empty-state.css'
import type { ReactNode } from 'react'

/** Empty state of a list: a description of the future content, and one action. */
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

/** Illustration of an empty state, in the brand colours. */
const EmptyIllustration = () => (
  <svg className="ill" viewBox="0 0 196 168" aria-hidden="true" focusable="false">
    <path d="M40 150V78a58 58 0 0 1 116 0v72Z" fill="var(--ill-primary-mist)" />
    <rect x="24" y="146" width="148" height="10" rx="3" fill="var(--ill-primary)" />
    <path d="M74 146v-30h48v30Z" fill="var(--ill-paper)" stroke="var(--ill-primary-soft)" strokeWidth="2" />
    <path d="M84 126h22M84 135h14" stroke="var(--ill-primary-soft)" strokeWidth="3" strokeLinecap="round" />
    <path d="M140 146c-10-22-8-36 4-48 10 14 12 28 4 48Z" fill="var(--ill-primary-mid)" />
    <path d="M134 146h20l-3-14h-14Z" fill="var(--ill-clay)" />
    <circle cx="98" cy="58" r="11" fill="none" stroke="var(--ill-accent)" strokeWidth="3" strokeDasharray="4 5" />
  </svg>
)
