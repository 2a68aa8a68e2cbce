// A WebM file of one video track, with its duration and an index of key frames, so that players can seek. MediaRecorder writes neither.

export type Frame = { /** Milliseconds. */ at: number; isKey: boolean; bytes: Buffer }
type Track = { width: number; height: number; codec: string; durationMs: number; frames: readonly Frame[] }

const size = (n: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(n) | (1n << 56n))
  return bytes
}
const element = (id: number, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content)
  return Buffer.concat([Buffer.from(id.toString(16), 'hex'), size(body.length), body])
}
const uint = (id: number, n: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(n))
  return element(id, bytes)
}
const text = (id: number, value: string) => element(id, Buffer.from(value))
const float = (id: number, n: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(n)
  return element(id, bytes)
}

/** A cluster begins at each key frame. */
export function webmOf({ width, height, codec, durationMs, frames }: Track): Buffer {
  const clusters: { at: number; bytes: Buffer }[] = []
  for (let from = 0; from < frames.length;) {
    let to = from + 1
    while (to < frames.length && !frames[to]!.isKey) to += 1
    const { at } = frames[from]!
    const blocks = frames.slice(from, to).map(({ at: time, isKey, bytes }) => {
      const head = Buffer.from([0x81, 0, 0, isKey ? 0x80 : 0])
      head.writeInt16BE(time - at, 1)
      return element(0xa3, head, bytes)
    })
    clusters.push({ at, bytes: element(0x1f43b675, uint(0xe7, at), ...blocks) })
    from = to
  }
  const info = element(
    0x1549a966,
    uint(0x2ad7b1, 1_000_000),
    float(0x4489, durationMs),
    text(0x4d80, 'maslul'),
    text(0x5741, 'maslul'),
  )
  const video = element(0xe0, uint(0xb0, width), uint(0xba, height))
  const track = element(0xae, uint(0xd7, 1), uint(0x73c5, 1), uint(0x83, 1), text(0x86, codec), video)
  const tracks = element(0x1654ae6b, track)
  const cuesOf = (first: number) => {
    let position = first
    const points = clusters.map(({ at, bytes }) => {
      const point = element(0xbb, uint(0xb3, at), element(0xb7, uint(0xf7, 1), uint(0xf1, position)))
      position += bytes.length
      return point
    })
    return element(0x1c53bb6b, ...points)
  }
  // All integers have eight bytes, so the length of the index does not depend on the positions of the clusters.
  const first = info.length + tracks.length + cuesOf(0).length
  const head = element(
    0x1a45dfa3,
    uint(0x4286, 1),
    uint(0x42f7, 1),
    uint(0x42f2, 4),
    uint(0x42f3, 8),
    text(0x4282, 'webm'),
    uint(0x4287, 4),
    uint(0x4285, 2),
  )
  return Buffer.concat([head, element(0x18538067, info, tracks, cuesOf(first), ...clusters.map(({ bytes }) => bytes))])
}
