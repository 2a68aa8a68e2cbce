// An SMTP server in a separate process, so that its CPU time is not counted as the sender's. Accepts everything and stores nothing.
import { createServer } from 'node:net'

let taken = 0
let target = 0
const done = () => {
  if (target === 0 || taken < target) return
  target = 0
  process.send!({ taken })
}

const server = createServer((socket) => {
  let isMessage = false
  let rest = ''
  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.write('220 sink\r\n')
  socket.on('data', (bytes) => {
    rest += bytes.toString('latin1')
    for (;;) {
      const mark = isMessage ? '\r\n.\r\n' : '\r\n'
      const end = rest.indexOf(mark)
      if (end < 0) return
      const line = rest.slice(0, end)
      rest = rest.slice(end + mark.length)
      if (isMessage) {
        isMessage = false
        taken++
        socket.write('250 taken\r\n')
        done()
      } else if (line === 'DATA') {
        isMessage = true
        socket.write('354 go on\r\n')
      } else socket.write(line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
    }
  })
})
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as { port: number }).port }))

// Restarts the count, and reports when this many mails were accepted.
process.on('message', (message: { await: number }) => {
  taken = 0
  target = message.await
})
process.on('disconnect', () => process.exit())
