import './fold.css'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '#ui/pictures/icon.tsx'

/** Folded on a phone, always open on wider pages. A native disclosure: find-in-page opens it, and so does a link to an anchor inside. */
export const Fold = ({ summary, children }: { summary: string; children: ReactNode }) => (
  <details className="fold">
    <summary>
      {summary}
      <Icon of={ChevronDown} />
    </summary>
    {children}
  </details>
)
