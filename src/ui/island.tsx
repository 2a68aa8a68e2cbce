import { createContext, type ReactNode, use } from 'react'

/** Renders the children of an island to HTML that React can hydrate. Provided by the server renderer. */
export const IslandRenderer = createContext<(inside: ReactNode) => string>(() => {
  throw new Error('An island needs an IslandRenderer around it')
})

/**
 * A part of a server-rendered page that is hydrated on the first interaction. `name` is the file `<name>.island.tsx`; `props` are
 * serialised for hydration. Its markup must match what React renders in the browser.
 */
export function Island({ name, props, wakes = false, children }: IslandProps) {
  const html = use(IslandRenderer)(children)
  return (
    <div
      data-island={name}
      data-props={JSON.stringify(props)}
      {...(wakes && { 'data-wakes': '' })}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

type IslandProps = {
  name: string
  props: object
  /** Hydrates on page load instead of on the first interaction. */
  wakes?: boolean
  children: ReactNode
}
