// Concatenates the style sheets of each public page into one file, so that the first render is blocked by one request
// instead of a dozen.
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { type Manifest, pageSheetsFile, sheetsOf } from '../src/server/site/pages/manifest.ts'

/** Vite plugin for the server bundle. Writes the files and a map from pages to files. `entry` is the layout of all pages. */
export function joinPageSheets(entry: string): Plugin {
  return {
    name: 'join-page-sheets',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    writeBundle: {
      // Runs before the compress plugin.
      order: 'pre',
      sequential: true,
      async handler({ dir }) {
        if (!dir) return
        const manifest = JSON.parse(await readFile(join(dir, '.vite/manifest.json'), 'utf8')) as Manifest
        const written: Record<string, string> = {}
        for (const [page, { isDynamicEntry }] of Object.entries(manifest)) {
          if (!isDynamicEntry) continue
          const sheets = new Set([...sheetsOf(manifest, entry), ...sheetsOf(manifest, page)])
          const texts = await Promise.all([...sheets].map((sheet) => readFile(join(dir, sheet), 'utf8')))
          const joined = texts.join('\n')
          const name = `/assets/page-${createHash('sha256').update(joined).digest('base64url').slice(0, 8)}.css`
          await writeFile(join(dir, name), joined)
          written[page] = name
        }
        await writeFile(join(dir, pageSheetsFile), JSON.stringify(written))
      },
    },
  }
}
