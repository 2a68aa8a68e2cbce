import type { ReactNode } from 'react'

/**
 * A part of a server-rendered page that is hydrated on the first touch. `name` is the file `<name>.island.tsx`; `props` are serialised for
 * hydration. Its markup must match what React renders in the browser.
 */
export function Island({ name, props, children }: { name: string; props: object; children: ReactNode }) {
  return (
    <div data-island={name} data-props={JSON.stringify(props)}>
      {children}
    </div>
  )
}
