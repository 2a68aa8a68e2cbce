import './badge.css'
import type { ReactNode } from 'react'

type Kind = 'primary' | 'accent' | 'success' | 'warning' | 'danger' | 'info' | 'outline'

/** A short label in a tinted chip. */
export const Badge = ({ kind, children }: { kind?: Kind; children: ReactNode }) => (
  <span className={kind ? `badge badge--${kind}` : 'badge'}>{children}</span>
)

/** A number in a pill badge. `hot` uses the attention colour. */
export const Count = ({ children, hot = false }: { children: ReactNode; hot?: boolean }) => (
  <span className={hot ? 'count count--hot' : 'count'}>{children}</span>
)

/** A keyboard key, drawn as a key cap. */
export const Kbd = ({ children }: { children: ReactNode }) => <kbd className="kbd">{children}</kbd>
