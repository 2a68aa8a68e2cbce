// Previews a template for a contact, and sends the test mail.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import { queueMail } from '#kernel/mail/outbox.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import type { TemplateValue } from '#lib/templates/render-template.ts'
import { type MergeField, sampleValues } from '#platform/merge-fields/merge-fields.ts'
import { fillMail } from '#platform/message-content/fill-content.ts'
import type { MailContent } from '#platform/message-content/message-blocks.ts'
import { readMergeFields, readPreviews } from './message-templates.server.ts'
import { MergeContextType, type MergeRecipient, refusals } from './message-templates.ts'

/** Renders the filled content of a service message. */
export type ComposeService = (content: MailContent) => Promise<{ subject: string; html: string; text: string }>

const may =
  (...roles: string[]) =>
  async (db: Db) =>
    (await db.one<{ may: boolean }>('select has_role(variadic $1) as may', [roles])).may

const Value = z.custom<TemplateValue>((value) => value !== undefined)

/** The values of a contact. Links have sample targets. */
export const previewMergeValues = (siteUrl: string) =>
  defineFunction({
    name: 'preview-merge-values',
    caller: may('owner', 'admin'),
    as: 'service', // values come from several modules; the caller sees every contact
    refusals,
    input: z.object({ contactId: z.uuid(), contextType: MergeContextType.nullish() }),
    output: z.object({ values: z.array(z.tuple([z.string(), Value])), form: z.enum(['m', 'f', 'plural']) }),
    async run({ input: { contactId, contextType = null }, db }) {
      const { values, form } = await previewRecipient(db, { contactId, contextType, siteUrl })
      return { values: [...values], form }
    },
  })

type Previewed = { contactId: string; contextType: string | null; siteUrl: string }

async function previewRecipient(db: Db, { contactId, contextType, siteUrl }: Previewed): Promise<MergeRecipient> {
  const content = { text: linkTokens(await readMergeFields(db, contextType)) }
  const { recipients } = await readPreviews(db, { contactIds: [contactId], content, contextType }, { siteUrl })
  const recipient = recipients.get(contactId)
  if (!recipient) throw new Refusal('template_recipient_gone', 410, refusals.template_recipient_gone)
  return recipient
}

/** Template text with every link merge field: only links that occur in the text are resolved. */
const linkTokens = (fields: readonly MergeField[]) =>
  fields
    .filter(({ kind }) => kind === 'link')
    .map(({ name }) => `{{${name}}}`)
    .join(' ')

type Parts = { compose: ComposeService; siteUrl: string }

/** Sends the draft to the caller's own address only, so it is not advertising in the sense of the law. */
export const sendTemplateTest = ({ compose, siteUrl }: Parts) =>
  defineFunction({
    name: 'send-template-test',
    caller: may('owner', 'admin', 'content'),
    as: 'service', // the outbox belongs to the server; the address is read from the caller's own account
    refusals,
    perClient: { burst: 30, refillMs: 3_600_000 },
    input: z.object({ templateId: z.uuid(), contactId: z.uuid().optional() }),
    output: z.object({ to: z.string() }),
    async run({ input: { templateId, contactId }, db }) {
      const { email } = await db.one<{ email: string | null }>('select own_address() as email')
      if (!email) throw new Refusal('no_address_of_yours', 422, refusals.no_address_of_yours)
      const [template] = await db.query<{ draft: MailContent; contextType: string | null }>(
        `select draft, context_type as "contextType" from message_templates where id = $1 and channel = 'email'`,
        [templateId],
      )
      if (!template) throw new Refusal('template_not_found', 404, refusals.template_not_found)
      // Values of a contact are used only for callers who may read them.
      const isOfContact = contactId !== undefined && (await may('owner', 'admin')(db))
      const recipient: MergeRecipient = isOfContact
        ? await previewRecipient(db, { contactId, contextType: template.contextType, siteUrl })
        : { values: sampleValues(await readMergeFields(db, template.contextType)), form: 'plural' }
      const { content } = fillMail(template.draft, { ...recipient, isDraft: true })
      const { subject, html, text } = await compose(content)
      await queueMail(db, { to: email, subject: `ניסיון: ${subject}`, html, text, purpose: 'template_test' })
      return { to: email }
    },
  })
