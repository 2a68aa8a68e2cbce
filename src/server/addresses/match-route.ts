// Which page of the sitemap answers an address, where the address is not one that a visitor is asking for right now.
import type { Route } from '#web/pages.ts'
import { routes } from '#web/routes.ts'

type PageRoute = Extract<Route, { shell: 'site' }>
export type MatchedRoute = { route: PageRoute; params: Record<string, string> }

// As the server does it: an address that is written out comes before one with a parameter.
const pages = routes.filter((route) => route.shell === 'site')
const ranked = pages
  .toSorted((a, b) => countOf(a.path) - countOf(b.path))
  .map((route) => ({
    route,
    names: [...route.path.matchAll(/:(\w+)/g)].map((found) => found[1]!),
    form: new RegExp(`^${route.path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '([^/]+)')}$`),
  }))
const written = new Set(routes.map(({ path }) => path))

/** The page at a decoded path, and what stands for its parameters. */
export function matchRoute(path: string): MatchedRoute | undefined {
  for (const { route, names, form } of ranked) {
    const found = form.exec(path)
    if (found) return { route, params: Object.fromEntries(names.map((name, i) => [name, found[i + 1]!])) }
  }
  return undefined
}

/** Whether something stands at exactly this address, whatever it is. */
export const isStaticPath = (path: string) => written.has(path)

function countOf(path: string) {
  return path.split(':').length
}
