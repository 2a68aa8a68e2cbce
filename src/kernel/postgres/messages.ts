// Messages of PostgreSQL's extended protocol, written into one buffer, so that a whole request is a single write.

const initialSize = 16 * 1024
const maxRetainedBytes = 256 * 1024

let bytes = Buffer.allocUnsafe(initialSize)
let at = 0

function reserve(size: number) {
  if (at + size <= bytes.length) return
  const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, at + size))
  bytes.copy(larger, 0, 0, at)
  bytes = larger
}

function int16(value: number) {
  bytes[at++] = value >>> 8
  bytes[at++] = value & 255
}

function int32(value: number) {
  bytes[at++] = value >>> 24
  bytes[at++] = (value >>> 16) & 255
  bytes[at++] = (value >>> 8) & 255
  bytes[at++] = value & 255
}

/** Names and statements end at their first zero byte: one inside would let the rest be parsed as another field. */
function text(value: string) {
  if (value.includes('\0')) throw new Error('A statement contains a zero byte')
  reserve(value.length * 3 + 1)
  at += bytes.write(value, at, 'utf8')
  bytes[at++] = 0
}

/** Writes a message with its length around `content`. */
function message(type: string, content: () => void) {
  reserve(5)
  bytes[at++] = type.charCodeAt(0)
  const start = at
  at += 4
  content()
  bytes.writeInt32BE(at - start, start)
}

/** A parameter value: texts in text format, bytes in binary format. */
export type WireValue = string | Buffer | null

function parameter(value: WireValue) {
  if (value === null) {
    reserve(4)
    return int32(-1)
  }
  if (typeof value !== 'string') {
    reserve(value.length + 4)
    int32(value.length)
    at += value.copy(bytes, at)
    return
  }
  // Three bytes per UTF-16 unit are always enough; long texts are measured.
  reserve(4 + (value.length < 4096 ? value.length * 3 : Buffer.byteLength(value)))
  const start = at
  at += 4
  at += bytes.write(value, at, 'utf8')
  bytes.writeInt32BE(at - start - 4, start)
}

export const write = {
  parse(name: string, sql: string) {
    message('P', () => {
      text(name)
      text(sql)
      reserve(2)
      int16(0)
    })
  },
  bind(name: string, values: readonly WireValue[]) {
    message('B', () => {
      text('')
      text(name)
      reserve(4 + values.length * 2)
      const hasBytes = values.some((value) => value !== null && typeof value !== 'string')
      int16(hasBytes ? values.length : 0)
      if (hasBytes) for (const value of values) int16(value !== null && typeof value !== 'string' ? 1 : 0)
      int16(values.length)
      for (const value of values) parameter(value)
      reserve(2)
      int16(0)
    })
  },
  describe() {
    message('D', () => text('P'))
  },
  execute() {
    message('E', () => {
      text('')
      reserve(4)
      int32(0)
    })
  },
  close(name: string) {
    message('C', () => text(`S${name}`))
  },
  sync() {
    message('S', () => {})
  },
}

/** Copies the messages written by `compose` out of the buffer. If `compose` throws, nothing is sent. */
export function compose(write: () => void): Buffer {
  at = 0
  try {
    write()
    return Buffer.from(bytes.subarray(0, at))
  } finally {
    if (bytes.length > maxRetainedBytes) bytes = Buffer.allocUnsafe(initialSize)
  }
}
