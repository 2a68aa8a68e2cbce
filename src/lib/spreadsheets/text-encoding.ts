// Which encoding a text file is written in. Hebrew lists come from Excel, from old accounting programs and from the web, and none says.

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1255'] as const
export type TextEncodingName = (typeof encodings)[number]

/** By its first bytes, then by whether the whole is valid UTF-8; what is neither is the Hebrew code page of Windows. */
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

/** Two bytes per sign: by the mark of the byte order, else by where the zeros of Latin letters and commas stand. */
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

/** The text of the bytes, piece by piece. What the encoding does not know becomes U+FFFD. */
export async function* decoded(chunks: AsyncIterable<Uint8Array>, encoding: TextEncodingName): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}
