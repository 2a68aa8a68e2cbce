import './option-card.css'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Icon } from '../pictures/icon.tsx'

/** A framed list of similar options: title, status and one action each. */
export const OptionCards = ({ children }: { children: ReactNode }) => <div className="options">{children}</div>

export function OptionCard({
  icon,
  title,
  badge,
  text,
  actions,
  isNew = false,
  children,
}: {
  icon: LucideIcon
  title: ReactNode
  badge?: ReactNode
  text: ReactNode
  actions?: ReactNode
  /** Whether the option was just added; it is then highlighted once. */
  isNew?: boolean
  children?: ReactNode
}) {
  const id = useId()
  return (
    <section className={isNew ? 'option option--new' : 'option'} aria-labelledby={id}>
      <span className="option__icon">
        <Icon of={icon} />
      </span>
      <div className="option__head">
        <h3 id={id}>{title}</h3>
        {badge}
      </div>
      <p className="option__text">{text}</p>
      {actions && <div className="option__actions">{actions}</div>}
      {children && <div className="option__more">{children}</div>}
    </section>
  )
}
