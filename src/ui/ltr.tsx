import type { ReactNode } from 'react'

/** A left-to-right island inside Hebrew text: a phone number, a mail or web address, a code, a range of hours. */
export function Ltr({ children }: { children: ReactNode }) {
  return (
    <bdi dir="ltr" className="ltr">
      {children}
    </bdi>
  )
}
