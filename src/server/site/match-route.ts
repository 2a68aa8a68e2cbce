// Matches a path against the sitemap, outside of a request.
import type { Route } from '#web/pages.ts'
import { routes } from '#web/routes.ts'

type PageRoute = Extract<Route, { shell: 'site' }>
export type MatchedRoute = { route: PageRoute; params: Record<string, string> }

// Fastify's precedence: static paths before parametric ones.
const pages = routes.filter((route) => route.shell === 'site')
const ranked = pages
  .toSorted((a, b) => countOf(a.path) - countOf(b.path))
  .map((route) => ({
    route,
    names: [...route.path.matchAll(/:(\w+)/g)].map((found) => found[1]!),
    form: new RegExp(`^${route.path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '([^/]+)')}$`),
  }))
const written = new Set(routes.map(({ path }) => path))

/** The route of a decoded path, and its parameters. */
export function matchRoute(path: string): MatchedRoute | undefined {
  for (const { route, names, form } of ranked) {
    const found = form.exec(path)
    if (found) return { route, params: Object.fromEntries(names.map((name, i) => [name, found[i + 1]!])) }
  }
  return undefined
}

/** Whether a route without parameters has exactly this path. */
export const isStaticPath = (path: string) => written.has(path)

function countOf(path: string) {
  return path.split(':').length
}
