import { readdirSync, readFileSync, existsSync } from 'node:fs'
import { dirname, join, normalize, relative, resolve } from 'node:path'
import { parseSync } from 'vite'

/** The project folder, for tests that read the source code. */
export const root = resolve(import.meta.dirname, '..')

/** Relative paths of the files below a folder for which `matches` is true, sorted. */
export function filesBelow(folder: string, matches: (path: string) => boolean = () => true): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter(matches)
    .sort()
}

export const isTypeScript = (path: string) => /\.tsx?$/.test(path)
export const isTest = (path: string) => /\.test\.tsx?$/.test(path)
export const text = (path: string) => readFileSync(join(root, path), 'utf8')

/**
 * The imports of a file, including types and dynamic imports: relative project paths, or package names.
 * Type imports count: they couple modules as values do.
 */
export function importsOf(path: string): string[] {
  const source = text(path)
  const { module } = parseSync(path, source)
  const requests = [
    ...module.staticImports.map((found) => found.moduleRequest.value),
    ...module.staticExports.flatMap((found) => found.entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...module.dynamicImports.flatMap((found) => {
      const request = source.slice(found.moduleRequest.start, found.moduleRequest.end)
      return /^['"`][^$]*['"`]$/.test(request) ? request.slice(1, -1) : []
    }),
    ...[...source.matchAll(/\bimport\('([^']+)'\)\./g)].map((found) => found[1]!), // import('…').Type
  ]
  return [...new Set(requests.map((request) => asPath(path, request.split('?')[0]!)))]
}

function asPath(from: string, request: string): string {
  if (request.startsWith('#')) return join('src', request.slice(1))
  if (request.startsWith('.')) return normalize(join(dirname(from), request))
  return request
}
