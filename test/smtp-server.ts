// A local SMTP server that records mails, for tests that inspect sent mail.
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

type Options = {
  /** The reply to RCPT TO; '250 ok' accepts. */
  toRecipient?: (address: string) => string
  /** Called for each accepted mail, after the reply. */
  onTaken?: (to: string) => void
}

export type TestSmtpServer = {
  port: number
  /** The envelope recipients of each accepted mail. */
  received: string[]
  /** The raw messages. */
  mails: string[]
  close(): void
}

export async function testSmtpServer({ toRecipient = () => '250 ok', onTaken }: Options = {}): Promise<TestSmtpServer> {
  const received: string[] = []
  const mails: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let mail: string[] | undefined
    let to = ''
    let rest = ''
    const answerTo = (line: string) => {
      if (mail && line !== '.') mail.push(line)
      else if (mail) {
        received.push(to)
        mails.push(mail.join('\n'))
        mail = undefined
        socket.write('250 taken\r\n')
        onTaken?.(to)
      } else if (line === 'DATA') {
        mail = []
        socket.write('354 go on\r\n')
      } else if (line.startsWith('RCPT')) {
        to = /<[^>]*>/.exec(line)?.[0] ?? ''
        socket.write(`${toRecipient(to)}\r\n`)
      } else socket.write('250 ok\r\n')
    }
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.write('220 here\r\n')
    socket.on('data', (data) => {
      const lines = (rest + data.toString()).split('\r\n')
      rest = lines.pop()!
      for (const line of lines) answerTo(line)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    port,
    received,
    mails,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
