// Detects the encoding of a text file. Hebrew files come from Excel, old accounting programs and the web, without a declared encoding.

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1255'] as const
export type TextEncodingName = (typeof encodings)[number]

/** Detects the encoding by the first bytes, then by validity as UTF-8; anything else is Windows-1255. */
export async function detectEncoding(chunks: AsyncIterable<Uint8Array>): Promise<TextEncodingName> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  for await (const chunk of chunks) {
    const marked = isFirst ? wideEncoding(chunk) : undefined
    if (marked) return marked
    isFirst = false
    if (!decodes(utf8, chunk, true)) return 'windows-1255'
  }
  return decodes(utf8, new Uint8Array(), false) ? 'utf-8' : 'windows-1255'
}

/** UTF-16: by its byte order mark, else by the position of the zero bytes of ASCII characters. */
function wideEncoding(start: Uint8Array): TextEncodingName | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  const sample = start.subarray(0, 4096)
  const zeros = [0, 0]
  sample.forEach((byte, i) => byte === 0 && zeros[i % 2]!++)
  const enough = sample.length / 40
  if (zeros[1]! > enough && zeros[0]! === 0) return 'utf-16le'
  if (zeros[0]! > enough && zeros[1]! === 0) return 'utf-16be'
  return undefined
}

function decodes(decoder: TextDecoder, chunk: Uint8Array, stream: boolean) {
  try {
    decoder.decode(chunk, { stream })
    return true
  } catch {
    return false
  }
}

/** Decodes the bytes in chunks. Invalid sequences become U+FFFD. */
export async function* decodeChunks(
  chunks: AsyncIterable<Uint8Array>,
  encoding: TextEncodingName,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}
