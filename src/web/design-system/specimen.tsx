import type { ReactNode } from 'react'

/** A family of parts with its name. */
export const Specimen = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="specimen">
    <h3>{title}</h3>
    {children}
  </section>
)

/** Parts in a line, wrapping. */
export const Row = ({ children }: { children: ReactNode }) => <div className="specimen__row">{children}</div>

/** Parts one below the other in equal columns. */
export const Grid = ({ children }: { children: ReactNode }) => <div className="specimen__grid">{children}</div>
