import type { ReactNode } from 'react'

/**
 * A part of a server-rendered page that comes alive when the visitor first touches it.
 * `name` is the file `<name>.island.tsx`; `props` are what the server rendered it with, given again when it wakes.
 * Its inside is drawn by React, which has to find there what it would have drawn itself (web/markup).
 */
export function Island({ name, props, children }: { name: string; props: object; children: ReactNode }) {
  return (
    <div data-island={name} data-props={JSON.stringify(props)}>
      {children}
    </div>
  )
}
