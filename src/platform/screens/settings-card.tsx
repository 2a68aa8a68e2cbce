import './settings-card.css'
import { type ReactNode, useId } from 'react'

/** A card of a settings tab with a title and at most one action. */
export function SettingsCard({
  title,
  text,
  action,
  children,
}: {
  title: ReactNode
  text?: string
  action?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className="settings__card" aria-labelledby={id}>
      <header>
        <h3 id={id}>{title}</h3>
        {action}
      </header>
      <div className="settings__body">
        {text && <p className="settings__note">{text}</p>}
        {children}
      </div>
    </section>
  )
}
