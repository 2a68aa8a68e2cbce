// A mail server in a separate process, which records the number of mails accepted per recipient, and their Message-IDs.
import { testSmtpServer } from '../../test/smtp-server.ts'

const taken = new Map<string, string[]>()
const server = await testSmtpServer({
  onTaken(to) {
    const id = /^Message-ID: (.*)$/im.exec(server.mails.at(-1)!)?.[1] ?? ''
    const previous = taken.get(to)
    if (previous) previous.push(id)
    else taken.set(to, [id])
    // The bodies of a whole campaign are discarded.
    server.mails.length = 0
    server.received.length = 0
  },
})
process.send!({ port: server.port })
process.on('message', () => process.send!({ taken: [...taken] }))
process.on('disconnect', () => process.exit())
