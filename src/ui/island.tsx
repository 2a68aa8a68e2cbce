import type { ReactNode } from 'react'

/**
 * A part of a server-rendered page that comes alive when the visitor first touches it.
 * `name` is the file `<name>.island.tsx`; `props` are what the server rendered it with, given again when it wakes.
 */
export function Island({ name, props, children }: { name: string; props: object; children: ReactNode }) {
  return (
    <div data-island={name} data-props={JSON.stringify(props)}>
      {children}
    </div>
  )
}
