// A client of ClamAV's daemon, using its INSTREAM command: https://docs.clamav.net/manual/Usage/Scanning.html#clamd
import { once } from 'node:events'
import { connect } from 'node:net'

export type ClamdSettings = { host: string; port: number }

/** `threat`: the name of the detected signature. */
export type ScanVerdict = { threat: string | null }

/** The daemon could not scan the file, for example because it exceeds the daemon's size limit. */
export class ScanRefused extends Error {
  constructor(reply: string) {
    super(`clamd could not scan the file: ${reply}`)
    this.name = 'ScanRefused'
  }
}

const chunkBytes = 64 * 1024
const timeoutMs = 60_000
const maxReplyBytes = 4096

/** Scans the bytes. Throws when the daemon is unreachable, times out, or closes the connection early. */
export async function scanWithClamd(
  { host, port }: ClamdSettings,
  bytes: Uint8Array,
  { timeout = timeoutMs } = {},
): Promise<ScanVerdict> {
  const socket = connect({ host, port })
  const signal = AbortSignal.timeout(timeout)
  const reply = Promise.withResolvers<string>()
  let received = ''
  socket.setEncoding('utf8')
  socket.on('data', (text: string) => {
    received += text
    const end = received.indexOf('\0')
    if (end >= 0) reply.resolve(received.slice(0, end))
    else if (received.length > maxReplyBytes) reply.reject(new Error('clamd answered without an end'))
  })
  // After a refusal the daemon closes the connection during the upload. A reply that was received takes precedence over that error.
  socket.on('error', (error) => reply.reject(error))
  socket.on('close', () => reply.reject(new Error('clamd closed the connection without an answer')))
  signal.addEventListener('abort', () => reply.reject(new Error(`clamd did not answer within ${timeout / 1000} s`)))
  try {
    void send(socket, bytes).catch(reply.reject)
    return verdictOf(await reply.promise)
  } finally {
    socket.destroy()
  }
}

/** The command ends with a zero byte; each chunk is prefixed with its length, and a chunk of length zero ends the file. */
async function send(socket: ReturnType<typeof connect>, bytes: Uint8Array) {
  socket.write('zINSTREAM\0')
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const chunk = bytes.subarray(at, at + chunkBytes)
    socket.write(lengthOf(chunk.length))
    // oxlint-disable-next-line no-await-in-loop -- backpressure
    if (!socket.write(chunk)) await once(socket, 'drain')
  }
  socket.write(lengthOf(0))
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

/** Parses `stream: OK`, `stream: NAME FOUND`, or an error message that ends with ERROR. */
function verdictOf(reply: string): ScanVerdict {
  if (reply === 'stream: OK') return { threat: null }
  const [, threat] = /^stream: (.+) FOUND$/.exec(reply) ?? []
  if (!threat) throw new ScanRefused(reply)
  return { threat: threat.slice(0, 200) }
}
