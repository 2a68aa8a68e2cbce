// Composes all mails with the brand and the templates of the business.
import type { ComposeCampaign } from '#features/campaigns/render-campaign.server.ts'
import type { Mails, RenderMail } from '#features/email-templates/email-templates.ts'
import type { ComposeService } from '#server/template-messages.ts'
import type { ComposeMail } from '#kernel/auth/mail/compose.ts'
import { queueMail } from '#kernel/mail/outbox.ts'
import type { Connect } from '#kernel/postgres/connection.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { SiteFacts } from '#web/pages.ts'
import type { Renderer } from '../renderer.ts'
import { createMailTemplates } from './mail-templates.ts'

type Options = {
  renderer: Renderer
  connect: Connect
  readFacts: () => Promise<SiteFacts>
  /** Lifetime of mailed auth links. */
  linkSeconds: number
}

export function createMails({ renderer, connect, readFacts, linkSeconds }: Options) {
  const templates = createMailTemplates(connect)

  async function readMailFacts() {
    const [facts, emailTemplates] = await Promise.all([readFacts(), templates.read()])
    return { ...facts, emailTemplates, linkSeconds }
  }

  const composeMail: ComposeMail = async (kind, data) => {
    const [{ renderMail }, facts] = await Promise.all([renderer.open(), readMailFacts()])
    return renderMail(kind, data, facts)
  }

  const renderMail: RenderMail = async (mail) => {
    const [{ renderProductMail }, facts] = await Promise.all([renderer.open(), readMailFacts()])
    return renderProductMail(mail, facts)
  }

  const mails: Mails<Db> = {
    async send(db, mail) {
      return queueMail(db, { ...(await renderMail(mail)), to: mail.to, purpose: mail.kind })
    },
  }

  const composeCampaign: ComposeCampaign = async (message, recipient) => {
    const [{ renderCampaign }, facts] = await Promise.all([renderer.open(), readFacts()])
    const { business } = facts
    return { ...renderCampaign(message, recipient, facts), replyTo: business.email }
  }

  const composeService: ComposeService = async (content) => {
    const [{ renderServiceMessage }, facts] = await Promise.all([renderer.open(), readFacts()])
    return renderServiceMessage(content, facts)
  }

  return {
    composeService,
    composeMail,
    composeCampaign,
    mails,
    renderMail,
    forget: () => templates.forget(),
    stop: () => templates.stop(),
  }
}
