import './disclosure.css'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '#ui/pictures/icon.tsx'

/** A collapsed section that can be expanded. */
export const Disclosure = ({ title, open, children }: { title: ReactNode; open?: boolean; children: ReactNode }) => (
  <details className="fold" open={open}>
    <summary>
      <Icon of={ChevronDown} />
      <span>{title}</span>
    </summary>
    <div className="fold__in">{children}</div>
  </details>
)
