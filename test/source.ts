import { readdirSync, readFileSync, existsSync } from 'node:fs'
import { dirname, join, normalize, relative, resolve } from 'node:path'
import { parseSync } from 'vite'

/** The checkout's folder, for the walls that read the project as text. */
export const root = resolve(import.meta.dirname, '..')

/** Paths of the files below a folder of the project that `wanted` accepts, relative to the project and in a stable order. */
export function filesBelow(folder: string, wanted: (path: string) => boolean = () => true): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter(wanted)
    .sort()
}

export const isTypeScript = (path: string) => /\.tsx?$/.test(path)
export const isTest = (path: string) => /\.test\.tsx?$/.test(path)
export const text = (path: string) => readFileSync(join(root, path), 'utf8')

/**
 * What a file imports, types and dynamic imports included: files of the project as paths below it, packages by their name.
 * Type imports count, because a circle of types binds rooms together just as one of values does.
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
