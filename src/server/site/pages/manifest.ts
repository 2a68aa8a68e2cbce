// Reads Vite's build manifest: the file of a source, and its stylesheets.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Chunk = { file: string; css?: string[]; imports?: string[]; assets?: string[]; src?: string }
export type Manifest = Record<string, Chunk>

export async function readManifest(root: string, bundle: 'app' | 'site' | 'pre-paint' | 'server'): Promise<Manifest> {
  return JSON.parse(await readFile(join(root, 'dist', bundle, '.vite/manifest.json'), 'utf8')) as Manifest
}

/** The URL of the file built from a source. */
export function addressOf(manifest: Manifest, source: string): string {
  const chunk = manifest[source]
  if (!chunk) throw new Error(`The build knows no ${source}. Run npm start, which builds it anew.`)
  return `/${chunk.file}`
}

/** The stylesheets of a module, those of its imports first, without duplicates. */
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
