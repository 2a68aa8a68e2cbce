// What goes over the socket: protocol 1.0.0 (objects), 2.0.0 (arrays), and the binary frames in which 2.0.0 carries broadcasts.

export type Version = '1.0.0' | '2.0.0'
export type Frame = { joinRef: string | null; ref: string | null; topic: string; event: string; payload: unknown }

/** A broadcast as it travels: `json` is the text of its payload, `bytes` a payload that is not JSON. */
export type Broadcast = { event: string } & ({ json: string } | { bytes: Buffer })
export type BroadcastFrame = { joinRef: string | null; ref: string | null; topic: string; broadcast: Broadcast }

/** Reads a text frame. Undefined when it has not the shape of its version. */
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

/** Reads a binary frame: the only kind a client sends is a broadcast. Undefined when the lengths do not add up or its JSON is none. */
export function readBinary(data: Buffer): BroadcastFrame | undefined {
  if (data.length < 7 || data[0] !== clientBroadcast) return undefined
  const lengths = [...data.subarray(1, 6)]
  const encoding = data[6]
  let at = 7
  const [joinRef, ref, topic, event] = lengths.map((length) => data.toString('utf8', at, (at += length)))
  if (at > data.length || !topic || !event) return undefined
  const payload = data.subarray(at)
  const head = { joinRef: joinRef || null, ref: ref || null, topic }
  if (encoding !== jsonEncoding) return { ...head, broadcast: { event, bytes: payload } }
  const json = payload.toString('utf8')
  // It is passed on as it came, and one receiver that cannot read it would be too many.
  return isJson(json) ? { ...head, broadcast: { event, json } } : undefined
}

export function isJson(text: string) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Whether a value that came as JSON holds lists or objects more than so many levels below itself. */
export const isNestedDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isNestedDeeper(inner, levels - 1)))

/** A text frame from the server, as bytes ready to send to many. `payload` is JSON text. */
export function writeText(
  version: Version,
  frame: { joinRef?: string | null; ref?: string | null; topic: string; event: string },
  payload: string,
) {
  const { joinRef = null, ref = null, topic, event } = frame
  const [j, r, t, e] = [joinRef, ref, topic, event].map((part) => JSON.stringify(part))
  return Buffer.from(
    version === '1.0.0'
      ? `{"topic":${t},"event":${e},"payload":${payload},"ref":${r},"join_ref":${j}}`
      : `[${j},${r},${t},${e},${payload}]`,
  )
}

/** A broadcast from the server. Bytes reach only sockets of 2.0.0: the older protocol has no frame for them. */
export function writeBroadcast(
  version: Version,
  topic: string,
  broadcast: Broadcast,
): { data: Buffer; binary: boolean } | undefined {
  const { event } = broadcast
  if ('json' in broadcast) {
    const payload = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${broadcast.json}}`
    return { data: writeText(version, { topic, event: 'broadcast' }, payload), binary: false }
  }
  if (version === '1.0.0') return undefined
  const [topicBytes, eventBytes] = [Buffer.from(topic), Buffer.from(event)]
  const head = Buffer.from([serverBroadcast, topicBytes.length, eventBytes.length, 0, 0])
  return { data: Buffer.concat([head, topicBytes, eventBytes, broadcast.bytes]), binary: true }
}
