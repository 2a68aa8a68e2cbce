// Matches a path against the site's routes, outside of a request.
import type { Route } from '#web/pages.ts'
import { routes } from '#web/routes.ts'

type PageRoute = Extract<Route, { shell: 'site' }>
type SharedRoute = PageRoute | Extract<Route, { shell: 'personal' }>
type Matched<R> = { route: R; params: Record<string, string> }
export type MatchedRoute = Matched<PageRoute>

// Fastify's precedence: static paths before parametric ones.
const rank = <R extends Route>(list: readonly R[]) =>
  list
    .toSorted((a, b) => countOf(a.path) - countOf(b.path))
    .map((route) => ({
      route,
      names: [...route.path.matchAll(/:(\w+)/g)].map((found) => found[1]!),
      form: new RegExp(`^${route.path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '([^/]+)')}$`),
    }))
const pages = rank(routes.filter((route) => route.shell === 'site'))
const shared = rank(
  routes.filter(
    (route): route is SharedRoute => route.shell === 'site' || (route.shell === 'personal' && route.isShared),
  ),
)
const written = new Set(routes.map(({ path }) => path))

/** Returns the route of a decoded path, and its parameters. */
export const matchRoute = (path: string): MatchedRoute | undefined => match(pages, path)

/** Like `matchRoute`, including personal pages whose URL may be shared. */
export const matchSharedRoute = (path: string): Matched<SharedRoute> | undefined => match(shared, path)

function match<R extends Route>(ranked: ReturnType<typeof rank<R>>, path: string): Matched<R> | undefined {
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
