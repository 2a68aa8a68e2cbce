// Reads Vite's build manifest: the file of a source, and its stylesheets.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Chunk = {
  file: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
  assets?: string[]
  src?: string
  isEntry?: boolean
  isDynamicEntry?: boolean
}
export type Manifest = Record<string, Chunk>

export async function readManifest(root: string, bundle: 'app' | 'site' | 'pre-paint' | 'server'): Promise<Manifest> {
  return JSON.parse(await readFile(join(root, 'dist', bundle, '.vite/manifest.json'), 'utf8')) as Manifest
}

/** The URL of each page's single stylesheet below the server bundle's folder, by the page's source. */
export const pageSheetsFile = '.vite/page-sheets.json'

export async function readPageSheets(root: string): Promise<Record<string, string>> {
  return JSON.parse(await readFile(join(root, 'dist/server', pageSheetsFile), 'utf8')) as Record<string, string>
}

/** The URL of the file built from a source. */
export function addressOf(manifest: Manifest, source: string): string {
  const chunk = manifest[source]
  if (!chunk) throw new Error(`The build knows no ${source}. Run npm start, which builds it anew.`)
  return `/${chunk.file}`
}

/** The stylesheets of a module, those of its imports first, without duplicates. The module has to be an entry or loaded by import(). */
export function sheetsOf(manifest: Manifest, source: string): string[] {
  const seen = new Set<string>()
  const walk = (key: string): string[] => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return []
    seen.add(key)
    return [...(chunk.imports ?? []).flatMap(walk), ...(chunk.css ?? [])]
  }
  return [...new Set(walk(source))].map((file) => `/${file}`)
}

/**
 * The URLs of all built files that the sources need, including dynamic imports. Lazy parts of an entry are other screens, which are listed
 * as sources themselves.
 */
export function filesOf(manifest: Manifest, sources: readonly string[]): string[] {
  const seen = new Set<string>()
  const files = new Set<string>()
  const walk = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(`/${file}`)
    for (const imported of chunk.imports ?? []) walk(imported)
    if (!chunk.isEntry) for (const imported of chunk.dynamicImports ?? []) walk(imported)
  }
  for (const source of sources) walk(source)
  return [...files]
}
