// Serves /clips/NAME from memory: video clips that are part of the product, and their captions. Players request byte ranges.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'

const folder = resolve(import.meta.dirname, '../../../platform/player/clips')
const types: Partial<Record<string, string>> = { '.webm': 'video/webm', '.vtt': 'text/vtt; charset=utf-8' }

type Clip = { bytes: Buffer; headers: Record<string, string> }

function readClips(): Map<string, Clip> {
  const clips = new Map<string, Clip>()
  for (const name of readdirSync(folder)) {
    const type = types[extname(name)]
    if (!type) continue
    const bytes = readFileSync(resolve(folder, name))
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 16)}"`
    const headers = {
      'content-type': type,
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
      etag,
    }
    clips.set(name, { bytes, headers })
  }
  return clips
}

export function mountClips(app: FastifyInstance) {
  const clips = readClips()
  app.get<{ Params: { name: string } }>('/clips/:name', (request, reply) => {
    const clip = clips.get(request.params.name)
    if (!clip) return reply.callNotFound()
    const { bytes, headers } = clip
    reply.headers(headers)
    if (request.headers['if-none-match'] === headers['etag']) return reply.code(304).send()
    const range = rangeOf(request.headers.range, bytes.length)
    if (!range) return reply.send(bytes)
    const [start, end] = range
    if (start > end) return reply.code(416).header('content-range', `bytes */${bytes.length}`).send()
    return reply
      .code(206)
      .header('content-range', `bytes ${start}-${end}/${bytes.length}`)
      .send(bytes.subarray(start, end + 1))
  })
}

/**
 * The first and last byte of a single range; undefined to send the whole file, also for several ranges. An empty range is not satisfiable.
 */
function rangeOf(header: string | undefined, size: number): [start: number, end: number] | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') return [Math.max(0, size - Number(last)), size - 1]
  return [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)]
}
