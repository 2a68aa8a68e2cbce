// A mail server as a process of its own, which notes how often it took a mail for each recipient, and under which Message-IDs.
import { testSmtpServer } from '../../test/smtp-server.ts'

const taken = new Map<string, string[]>()
const server = await testSmtpServer({
  onTaken(to) {
    const id = /^Message-ID: (.*)$/im.exec(server.mails.at(-1)!)?.[1] ?? ''
    const known = taken.get(to)
    if (known) known.push(id)
    else taken.set(to, [id])
    // The texts of a whole campaign are not needed.
    server.mails.length = 0
    server.received.length = 0
  },
})
process.send!({ port: server.port })
process.on('message', () => process.send!({ taken: [...taken] }))
process.on('disconnect', () => process.exit())
