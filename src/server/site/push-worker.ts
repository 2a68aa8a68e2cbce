// Serves the service worker, for push messages and the portal's offline shell. At the root, so that its scope may be
// any path.
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'
import { pushWorkerPath } from '#features/notifications/push-worker-path.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const pushScript = read('push-worker.js')
const shellScript = read('portal-shell-worker.js')

/** `portalFiles` are the built files of the portal. Without a build the worker has no shell. */
export function mountPushWorker(app: FastifyInstance, portalFiles: readonly string[]) {
  const script = portalFiles.length > 0 ? [pushScript, shellFacts(portalFiles), shellScript].join('\n') : pushScript
  app.get(pushWorkerPath, (_, reply) =>
    reply
      .headers({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' })
      .type('text/javascript; charset=utf-8')
      .send(script),
  )
}

/** The version changes with the build, so that browsers install the new files and drop the old ones. */
function shellFacts(files: readonly string[]) {
  const version = createHash('sha256')
    .update(files.join('\n') + shellScript)
    .digest('base64url')
    .slice(0, 12)
  return `const shellFiles = ${JSON.stringify(files)}\nconst shellVersion = ${JSON.stringify(version)}`
}
