// Built assets in memory, with their compressed variants. File names contain a hash, so browsers cache them as
// immutable.
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type PreparedResponse, prepareResponse, sendPrepared } from './send-bytes.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
}

/** Serves `/assets/…` of all bundles, except scripts of the server bundle. */
export async function mountAssets(app: FastifyInstance, root: string) {
  const assets = new Map<string, PreparedResponse>()
  for (const bundle of ['app', 'site', 'pre-paint', 'server']) {
    const folder = join(root, 'dist', bundle, 'assets')
    for (const name of await readdir(folder).catch(() => [])) {
      const type = types[extname(name)]
      if (!type || (bundle === 'server' && name.endsWith('.js'))) continue
      const [plain, br] = await Promise.all([
        readFile(join(folder, name)),
        readFile(join(folder, `${name}.br`)).catch(() => undefined),
      ])
      const headers = {
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      }
      assets.set(name, prepareResponse({ status: 200, plain, br, etag: `"${name}"`, headers }))
    }
  }
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
    const asset = assets.get(request.params['*'])
    if (!asset) return reply.callNotFound()
    return sendPrepared(request, reply, asset)
  })
}
