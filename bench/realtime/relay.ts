// Writes every message it receives to every connection of the group, either one by one or one chunk at a time.
import { type Socket, createServer } from 'node:net'
import { plainLength } from './wire.ts'

const isTogether = process.argv[2] === 'together'
const groups = new Map<number, Set<Socket>>()

function relay(group: number, bytes: Buffer) {
  for (const receiver of groups.get(group) ?? []) receiver.write(bytes)
}

const server = createServer((socket) => {
  socket.setNoDelay(true)
  socket.on('error', () => {})
  let rest: Buffer = Buffer.alloc(0)
  let isKnown = false
  socket.on('data', (chunk: Buffer) => {
    if (!isKnown) {
      isKnown = true
      const group = groups.get(chunk[0]!) ?? new Set()
      groups.set(chunk[0]!, group.add(socket))
      socket.once('close', () => group.delete(socket))
      chunk = chunk.subarray(1)
    }
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let from = 0
    const together = new Map<number, Buffer[]>()
    for (let found = plainLength(bytes, 0); found && found.end <= bytes.length; found = plainLength(bytes, from)) {
      const group = bytes[found.start]!
      const message = bytes.subarray(from, found.end)
      from = found.end
      if (isTogether) together.set(group, [...(together.get(group) ?? []), message])
      else relay(group, message)
    }
    for (const [group, messages] of together) relay(group, Buffer.concat(messages))
    rest = bytes.subarray(from)
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port))
