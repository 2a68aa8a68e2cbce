import type { ReactNode } from 'react'

/** A titled group of components. */
export const Specimen = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="specimen">
    <h3>{title}</h3>
    {children}
  </section>
)

/** Components in a wrapping row. */
export const Row = ({ children }: { children: ReactNode }) => <div className="specimen__row">{children}</div>

/** Components in equal columns. */
export const Grid = ({ children }: { children: ReactNode }) => <div className="specimen__grid">{children}</div>
