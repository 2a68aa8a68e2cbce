// Minimal connections for counting: plain TCP with a length prefix, and WebSocket frames. Counting costs the same on both.
import { type Socket, connect } from 'node:net'
import { once } from 'node:events'

/** A connection whose incoming messages are only counted until a listener reads them. */
export type Connection = {
  socket: Socket
  send(message: Buffer): void
  /** Called for each later message. */
  onMessage(listener: (message: Buffer) => void): void
}

/** Plain TCP: four bytes of length, then the message. */
export async function openPlain(port: number, group: number): Promise<Connection> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.setNoDelay(true)
  socket.write(Buffer.from([group]))
  const send = (message: Buffer) => void socket.write(withLength(message))
  return { socket, send, onMessage: splitMessages(socket, Buffer.alloc(0), plainLength) }
}

function withLength(message: Buffer) {
  const frame = Buffer.allocUnsafe(4 + message.length)
  frame.writeUInt32BE(message.length)
  message.copy(frame, 4)
  return frame
}

/** The bounds of the first message, if it is complete. */
type FrameBounds = (bytes: Buffer, from: number) => { start: number; end: number } | undefined

export const plainLength: FrameBounds = (bytes, from) => {
  if (bytes.length < from + 4) return undefined
  const start = from + 4
  return { start, end: start + bytes.readUInt32BE(from) }
}

const webLength: FrameBounds = (bytes, from) => {
  if (bytes.length < from + 2) return undefined
  const short = bytes[from + 1]! & 0x7f
  const start = from + (short === 126 ? 4 : short === 127 ? 10 : 2)
  if (bytes.length < start) return undefined
  const length =
    short === 126 ? bytes.readUInt16BE(from + 2) : short === 127 ? Number(bytes.readBigUInt64BE(from + 2)) : short
  return { start, end: start + length }
}

/** A WebSocket of protocol 2.0.0. */
export async function openWeb(port: number, key: string): Promise<Connection> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.setNoDelay(true)
  socket.write(
    `GET /realtime/v1/websocket?apikey=${key}&vsn=2.0.0 HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n` +
      'Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  const [answer] = (await once(socket, 'data')) as [Buffer]
  const end = answer.indexOf('\r\n\r\n')
  if (!answer.toString('latin1', 0, 12).endsWith('101')) throw new Error(answer.toString('utf8', 0, 300))
  return {
    socket,
    send: (message) => void socket.write(masked(message)),
    onMessage: splitMessages(socket, answer.subarray(end + 4), webLength),
  }
}

/** Clients must mask frames; an all-zero mask leaves the payload unchanged. Text, except for broadcasts. */
function masked(message: Buffer) {
  const kind = message[0] === 3 ? 0x82 : 0x81
  const head = message.length < 126 ? Buffer.alloc(6) : Buffer.alloc(8)
  head[0] = kind
  head[1] = 0x80 | (message.length < 126 ? message.length : 126)
  if (message.length >= 126) head.writeUInt16BE(message.length, 2)
  return Buffer.concat([head, message])
}

const ping = 0x89
/** A masked, empty pong. */
const pong = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])

function splitMessages(socket: Socket, first: Buffer, boundsOf: FrameBounds) {
  let rest = first
  let listener: ((message: Buffer) => void) | undefined
  const isWeb = boundsOf === webLength
  function read(chunk: Buffer) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let from = 0
    for (let found = boundsOf(bytes, 0); found && found.end <= bytes.length; found = boundsOf(bytes, from)) {
      const begin = from
      from = found.end
      const message = bytes.subarray(found.start, found.end)
      if (isWeb && bytes[begin] === ping) socket.write(Buffer.concat([pong, message]))
      else listener?.(message)
    }
    rest = bytes.subarray(from)
  }
  socket.on('data', read)
  return (next: (message: Buffer) => void) => {
    listener = next
    read(Buffer.alloc(0))
  }
}
