import type { ReactNode } from 'react'

/** A left-to-right run inside Hebrew text: a phone number, an email address, a URL, a code, a time range. */
export function Ltr({ children }: { children: ReactNode }) {
  return (
    <bdi dir="ltr" className="ltr">
      {children}
    </bdi>
  )
}

/** Text in which a phone number neither wraps nor is reordered. */
export function TextWithPhone({ children }: { children: string }) {
  return children.split(/(\+?\d[\d-]*-[\d-]*\d)/).map((part, i) =>
    i % 2 === 1 ? (
      <bdi key={i} dir="ltr" className="nowrap">
        {part}
      </bdi>
    ) : (
      part
    ),
  )
}
