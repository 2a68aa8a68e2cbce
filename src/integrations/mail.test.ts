import { type Server, createServer } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { openSmtp } from './mail.ts'

/** A minimal SMTP server: accepts every mail, or replies to RCPT as configured. */
async function smtpServer(toRecipient = '250 ok', replyTo?: string) {
  const received: string[] = []
  const server: Server = createServer((socket) => {
    let [mail, rest]: [string | undefined, string] = [undefined, '']
    socket.on('error', () => {})
    socket.write('220 here\r\n')
    socket.on('data', (data) => {
      const lines = (rest + data.toString()).split('\r\n')
      rest = lines.pop()!
      for (const line of lines) {
        if (mail !== undefined && line !== '.') mail += `${line}\n`
        else if (line === '.') {
          received.push(mail!)
          mail = undefined
          socket.write('250 taken\r\n')
        } else if (line === 'DATA') {
          mail = ''
          socket.write('354 go on\r\n')
        } else socket.write(line.startsWith('RCPT') ? `${toRecipient}\r\n` : '250 ok\r\n')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const smtp = openSmtp({
    host: '127.0.0.1',
    port,
    user: undefined,
    password: undefined,
    from: 'info@example.com',
    senderName: 'בית מרווח',
    replyTo,
  })
  onTestFinished(() => {
    smtp.close()
    server.close()
  })
  return { smtp, received, server }
}

const mail = { id: 'a1', to: 'noa@example.com', subject: 'שלום נועה', html: '<p dir="rtl">שלום</p>', text: 'שלום' }

test('a Hebrew mail is sent with a subject, both bodies and a stable message id', async () => {
  const { smtp, received } = await smtpServer()
  expect(await smtp.deliver(mail)).toEqual({})
  expect(received[0]).toContain('Message-ID: <a1@example.com>')
  expect(received[0]).toContain('=?UTF-8?')
  expect(received[0]).toContain('text/plain')
  expect(received[0]).toContain('text/html')
  expect(received[0]).toContain('Auto-Submitted: auto-generated')
})

test('a mail carries its attachment', async () => {
  const { smtp, received } = await smtpServer()
  const file = {
    filename: 'appointment.ics',
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    content: 'BEGIN',
  }
  await smtp.deliver({ ...mail, payload: { attachments: [file] } })
  expect(received[0]).toMatch(/Content-Type: text\/calendar;[^]*method=PUBLISH/)
  expect(received[0]).toContain('filename=appointment.ics')
  expect(received[0]).toContain(Buffer.from('BEGIN').toString('base64'))
})

test('Reply-To is the inbound mailbox, also for a mail with its own Reply-To', async () => {
  const { smtp, received } = await smtpServer(undefined, 'answers@example.com')
  await smtp.deliver(mail)
  await smtp.deliver({ ...mail, headers: { 'Reply-To': 'hila@example.com' } })
  for (const sent of received) expect(sent.match(/^Reply-To: .*$/gm)).toEqual(['Reply-To: answers@example.com'])
  expect(received).toHaveLength(2)
})

test('a mail with List-Unsubscribe headers has no Auto-Submitted header', async () => {
  const { smtp, received } = await smtpServer()
  await smtp.deliver({ ...mail, headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } })
  expect(received[0]).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(received[0]).not.toContain('Auto-Submitted')
})

test('a line break in a subject does not inject a header', async () => {
  const { smtp, received } = await smtpServer()
  await smtp.deliver({ ...mail, subject: 'hello\r\nBcc: everybody@example.com' })
  expect(received[0]).not.toMatch(/^Bcc:/m)
})

test('an unknown recipient is a permanent failure, a full mailbox a temporary one', async () => {
  const rejecting = await smtpServer('550 no such user')
  expect(await rejecting.smtp.deliver(mail)).toEqual({ refused: expect.stringContaining('550'), isAddress: true })
  const full = await smtpServer('452 box full')
  await expect(full.smtp.deliver(mail)).rejects.toThrow('452')
})

test('an unavailable server is a temporary failure', async () => {
  const { smtp, server } = await smtpServer()
  server.close()
  await expect(smtp.deliver(mail)).rejects.toThrow()
})

test('findFault connects without sending a mail', async () => {
  const { smtp, received, server } = await smtpServer()
  expect(await smtp.findFault()).toBeUndefined()
  expect(received).toEqual([])
  server.close()
  expect(await smtp.findFault()).toBe('unreachable')
})

test('a refused login and missing encryption are reported as separate faults', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 here\r\n')
    socket.on('data', (data) => {
      const line = data.toString()
      const reply = line.startsWith('EHLO')
        ? '250-here\r\n250 AUTH PLAIN'
        : line.startsWith('AUTH')
          ? '535 no'
          : '502 no'
      socket.write(`${reply}\r\n`)
    })
  }).listen(0)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const settings = { port, user: 'office', password: 'wrong', from: 'info@example.com', senderName: undefined }
  const [local, remote] = ['127.0.0.1', '::ffff:127.0.0.1'].map((host) => openSmtp({ ...settings, host }))
  onTestFinished(() => void server.close())
  expect(await local!.findFault()).toBe('login')
  expect(await remote!.findFault()).toBe('tls')
})
