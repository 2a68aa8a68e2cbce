// Compresses build output once, at the highest brotli level, so that the server only sends finished bytes.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)

/** Vite plugin: writes a `.br` file beside every emitted script, style sheet and SVG. */
export function compressed(): Plugin {
  return {
    name: 'compress-once',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) return
      const names = await readdir(join(dir, 'assets')).catch(() => [])
      const texts = names.filter((name) => /\.(js|css|svg|json)$/.test(name))
      await Promise.all(texts.map((name) => compress(join(dir, 'assets', name))))
    },
  }
}

async function compress(file: string) {
  const raw = await readFile(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length }
  await writeFile(`${file}.br`, await brotli(raw, { params }))
}
