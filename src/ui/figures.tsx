import './figures.css'
import type { ReactNode } from 'react'

/** The key figures of a report, side by side, with emphasis on the numbers. */
export const Figures = ({ children }: { children: ReactNode }) => <dl className="figure-tiles">{children}</dl>

/** `note`: the total that the figure is a share of. */
export const Figure = ({ name, note, children }: { name: string; note?: string | undefined; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
    {note && <dd className="figure-tiles__note">{note}</dd>}
  </div>
)
