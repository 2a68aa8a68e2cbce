// What nothing can beat on this machine: a process that writes every message it gets to every connection of the group, and nothing else.
import { type Socket, createServer } from 'node:net'
import { measured, plainLength } from './wire.ts'

const groups = new Map<number, Set<Socket>>()

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
    for (let found = plainLength(bytes, 0); found && found.end <= bytes.length; found = plainLength(bytes, from)) {
      from = found.end
      const message = measured(bytes.subarray(found.start, found.end))
      for (const receiver of groups.get(message[4]!) ?? []) receiver.write(message)
    }
    rest = bytes.subarray(from)
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port))
