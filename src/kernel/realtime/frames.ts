// The frames of the socket: protocol 1.0.0 (objects), 2.0.0 (arrays), and the binary frames in which 2.0.0 carries broadcasts.
// Server frames are written as finished WebSocket frames: unmasked, so the same bytes serve every receiver.

export type Version = '1.0.0' | '2.0.0'
export type Frame = { joinRef: string | null; ref: string | null; topic: string; event: string; payload: unknown }

/** `json` is the text of the payload, `bytes` a payload that is not JSON. A saved message has an id. */
export type Broadcast = { event: string; meta?: { id: string; replayed?: true } } & (
  | { json: string }
  | { bytes: Buffer }
)
export type BroadcastFrame = {
  joinRef: string | null
  ref: string | null
  topic: string
  broadcast: Broadcast
  /** The sender's request to save the message. Not validated. */
  persist: unknown
}

/** Parses a text frame. Undefined when it does not match its protocol version. */
export function readText(version: Version, text: string): Frame | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const parts = version === '1.0.0' ? fromObject(value) : Array.isArray(value) && value.length === 5 ? value : undefined
  if (!parts) return undefined
  const [joinRef, ref, topic, event, payload] = parts as unknown[]
  if (!isRef(joinRef) || !isRef(ref) || typeof topic !== 'string' || typeof event !== 'string') return undefined
  return { joinRef: joinRef ?? null, ref: ref ?? null, topic, event, payload }
}

const fromObject = (value: {
  join_ref?: unknown
  ref?: unknown
  topic?: unknown
  event?: unknown
  payload?: unknown
}) => [value.join_ref, value.ref, value.topic, value.event, value.payload]
const isRef = (ref: unknown): ref is string | null | undefined =>
  typeof ref === 'string' || ref === null || ref === undefined

const clientBroadcast = 3
const serverBroadcast = 4
const jsonEncoding = 1
const maxNameLength = 255

/** Parses a binary frame, which from a client is always a broadcast. Undefined when its lengths or its JSON are invalid. */
export function readBinary(data: Buffer): BroadcastFrame | undefined {
  if (data.length < 7 || data[0] !== clientBroadcast) return undefined
  const lengths = [...data.subarray(1, 6)]
  const encoding = data[6]
  let at = 7
  const [joinRef, ref, topic, event, meta] = lengths.map((length) => data.toString('utf8', at, (at += length)))
  if (at > data.length || !topic || !event) return undefined
  const payload = data.subarray(at)
  const metadata = meta ? tryParse(meta) : {}
  if (typeof metadata !== 'object' || metadata === null) return undefined
  const { persist } = metadata as { persist?: unknown }
  const head = { joinRef: joinRef || null, ref: ref || null, topic, persist }
  if (encoding !== jsonEncoding) return { ...head, broadcast: { event, bytes: payload } }
  const json = payload.toString('utf8')
  // The payload is forwarded unchanged, so every receiver must be able to parse it.
  return isJson(json) ? { ...head, broadcast: { event, json } } : undefined
}

export const isJson = (text: string) => tryParse(text) !== undefined

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a parsed JSON value nests lists or objects more than this many levels deep. */
export const isNestedDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isNestedDeeper(inner, levels - 1)))

/** A text frame from the server. `payload` is JSON text. */
export function writeText(
  version: Version,
  frame: { joinRef?: string | null; ref?: string | null; topic: string; event: string },
  payload: string,
): Buffer {
  const { joinRef = null, ref = null, topic, event } = frame
  const [j, r, t, e] = [joinRef, ref, topic, event].map((part) => JSON.stringify(part))
  const text =
    version === '1.0.0'
      ? `{"topic":${t},"event":${e},"payload":${payload},"ref":${r},"join_ref":${j}}`
      : `[${j},${r},${t},${e},${payload}]`
  const { bytes, at } = openFrame(textFrame, Buffer.byteLength(text))
  bytes.write(text, at)
  return bytes
}

/** A broadcast from the server. Undefined where the protocol has no frame for it: bytes in 1.0.0, or bytes with a longer name in 2.0.0. */
export function writeBroadcast(version: Version, topic: string, broadcast: Broadcast): Buffer | undefined {
  const { event, meta } = broadcast
  if ('json' in broadcast) {
    const metaText = meta ? `,"meta":${JSON.stringify(meta)}` : ''
    const payload = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${broadcast.json}${metaText}}`
    return writeText(version, { topic, event: 'broadcast' }, payload)
  }
  const names = [topic, event, meta ? JSON.stringify(meta) : ''].map((text) => Buffer.from(text))
  if (version === '1.0.0' || names.some(({ length }) => length > maxNameLength)) return undefined
  const head = Buffer.from([serverBroadcast, ...names.map(({ length }) => length), 0])
  const parts = [head, ...names, broadcast.bytes]
  const frame = openFrame(
    binaryFrame,
    parts.reduce((sum, { length }) => sum + length, 0),
  )
  for (const part of parts) frame.at += part.copy(frame.bytes, frame.at)
  return frame.bytes
}

const textFrame = 0x81
const binaryFrame = 0x82

/** Allocates a whole unmasked WebSocket frame and writes its header (RFC 6455, 5.2). */
function openFrame(kind: number, length: number) {
  const at = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const bytes = Buffer.allocUnsafe(at + length)
  bytes[0] = kind
  bytes[1] = at === 2 ? length : at === 4 ? 126 : 127
  if (at === 4) bytes.writeUInt16BE(length, 2)
  if (at === 10) bytes.writeBigUInt64BE(BigInt(length), 2)
  return { bytes, at }
}
