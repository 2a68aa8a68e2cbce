import './table.css'
import type { ReactNode } from 'react'

/** A table that scrolls horizontally when it is wider than its container. */
export function Table({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by the keyboard
    <section className="table-scroll" aria-label={label} tabIndex={0}>
      <table className="table">{children}</table>
    </section>
  )
}
