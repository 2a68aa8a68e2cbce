import './fold.css'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '#ui/pictures/icon.tsx'

/** Collapsed on a phone, always open on wider pages. A native disclosure: find-in-page and anchors inside it expand it. */
export const Fold = ({ summary, children }: { summary: string; children: ReactNode }) => (
  <details className="fold">
    <summary>
      {summary}
      <Icon of={ChevronDown} />
    </summary>
    {children}
  </details>
)
