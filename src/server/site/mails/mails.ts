// The mails that this installation writes, in the look and the words of the business.
import type { ComposeCampaign } from '#features/campaigns/render-campaign.server.ts'
import type { Mails } from '#features/email-templates/email-templates.ts'
import type { ComposeMail } from '#kernel/auth/mail/compose.ts'
import { queueMail } from '#kernel/mail/outbox.ts'
import type { Connect } from '#kernel/postgres/connection.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { SiteFacts } from '#web/pages.ts'
import type { Door } from '../renderer.ts'
import { createMailWords } from './mail-templates.ts'

type Options = {
  door: Door
  connect: Connect
  readFacts: () => Promise<SiteFacts>
  /** How long a mailed link of auth lives. */
  linkSeconds: number
}

export function createMails({ door, connect, readFacts, linkSeconds }: Options) {
  const words = createMailWords(connect)

  async function about() {
    const [facts, emailTemplates] = await Promise.all([readFacts(), words.read()])
    return { ...facts, emailTemplates, linkSeconds }
  }

  const composeMail: ComposeMail = async (kind, data) => {
    const [{ renderMail }, facts] = await Promise.all([door.open(), about()])
    return renderMail(kind, data, facts)
  }

  const mails: Mails<Db> = {
    async send(db, mail) {
      const [{ renderProductMail }, facts] = await Promise.all([door.open(), about()])
      return queueMail(db, { ...renderProductMail(mail, facts), to: mail.to, purpose: mail.kind })
    },
  }

  const composeCampaign: ComposeCampaign = async (letter, reader) => {
    const [{ renderCampaign }, facts] = await Promise.all([door.open(), readFacts()])
    const { business } = facts
    return { ...renderCampaign(letter, reader, facts), replyTo: business.email }
  }

  return { composeMail, composeCampaign, mails, forget: () => words.forget(), stop: () => words.stop() }
}
