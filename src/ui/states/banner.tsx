import './banner.css'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '#ui/pictures/icon.tsx'

type Props = {
  /** Of the region. */
  label: string
  icon: LucideIcon
  tone?: 'primary' | 'warning'
  /** The text, with its first sentence in bold. */
  children: ReactNode
  /** A link or a button. */
  action?: ReactNode
}

/** Notice at the top of a screen, until what it asks for is done. */
export const Banner = ({ label, icon, tone = 'primary', children, action }: Props) => (
  <aside className={tone === 'warning' ? 'banner banner--warning' : 'banner'} aria-label={label}>
    <Icon of={icon} />
    <p>{children}</p>
    {action}
  </aside>
)
