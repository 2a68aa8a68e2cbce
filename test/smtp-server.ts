// A local SMTP server that records mails, for tests that inspect sent mail.
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** `content`: the first line of the message; `end`: the whole message, before the reply. */
export type SmtpStep = 'MAIL' | 'RCPT' | 'DATA' | 'content' | 'end'

type Options = {
  /**
   * Overrides the default reply, or returns 'drop' to close the connection. The message counts as accepted from `end`
   * on.
   */
  onStep?: (step: SmtpStep, to: string) => string | undefined
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

export async function testSmtpServer({
  toRecipient = () => '250 ok',
  onTaken,
  onStep,
}: Options = {}): Promise<TestSmtpServer> {
  const received: string[] = []
  const mails: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let mail: string[] | undefined
    let to = ''
    let rest = ''
    const reply = (step: SmtpStep, usual: string) => {
      const answer = onStep?.(step, to) ?? usual
      if (answer === 'drop') socket.destroy()
      else if (answer) socket.write(`${answer}\r\n`)
      return answer
    }
    const answerTo = (line: string) => {
      if (mail && line !== '.') {
        if (mail.length === 0) reply('content', '')
        mail.push(line)
      } else if (mail) {
        const text = mail.join('\n')
        mail = undefined
        const answer = reply('end', '250 taken')
        // A server that closes the connection now may have accepted the message.
        if (!/^(250|drop)/.test(answer)) return
        received.push(to)
        mails.push(text)
        onTaken?.(to)
      } else if (line === 'DATA') {
        if (reply('DATA', '354 go on').startsWith('354')) mail = []
      } else if (line.startsWith('RCPT')) {
        to = /<[^>]*>/.exec(line)?.[0] ?? ''
        reply('RCPT', toRecipient(to))
      } else if (line.startsWith('MAIL')) reply('MAIL', '250 ok')
      else socket.write('250 ok\r\n')
    }
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.write('220 here\r\n')
    socket.on('data', (data) => {
      const lines = (rest + data.toString()).split('\r\n')
      rest = lines.pop()!
      for (const line of lines) if (!socket.destroyed) answerTo(line)
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
