// A fake clamd that implements INSTREAM over TCP, for tests. It detects only the EICAR test file.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

const command = 'zINSTREAM\0'
const signature = Buffer.from('EICAR-STANDARD-ANTIVIRUS-TEST-FILE')

type Options = {
  /** StreamMaxLength. During the upload of a longer file, the fake refuses it and closes the connection. */
  maxBytes?: number
  port?: number
}

/** Starts the fake. Resolves when it accepts connections. */
export async function startClamd({ maxBytes = 25 * 1024 * 1024, port = 0 }: Options = {}) {
  const scanned: number[] = []
  const open = new Set<Socket>()
  let isSilent = false
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => {})
    let waiting = Buffer.alloc(0)
    let file: Buffer | undefined
    let isAnswered = false
    const answer = (reply: string) => {
      isAnswered = true
      if (!isSilent) socket.end(`${reply}\0`)
    }
    socket.on('data', (bytes: Buffer) => {
      if (isAnswered) return
      waiting = Buffer.concat([waiting, bytes])
      if (file === undefined) {
        if (waiting.length < command.length) return
        if (waiting.toString('latin1', 0, command.length) !== command) return answer('UNKNOWN COMMAND')
        waiting = waiting.subarray(command.length)
        file = Buffer.alloc(0)
      }
      while (waiting.length >= 4) {
        const length = waiting.readUInt32BE()
        if (length === 0) {
          scanned.push(file.length)
          return answer(file.includes(signature) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK')
        }
        if (file.length + length > maxBytes) return answer('INSTREAM size limit exceeded. ERROR')
        if (waiting.length < 4 + length) return
        file = Buffer.concat([file, waiting.subarray(4, 4 + length)])
        waiting = waiting.subarray(4 + length)
      }
    })
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    settings: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    /** The sizes of the scanned files. */
    scanned,
    /** From now on accepts files without sending a reply. */
    fallSilent() {
      isSilent = true
    },
    async stop() {
      server.close()
      for (const socket of open) socket.destroy()
      await once(server, 'close')
    },
  }
}
