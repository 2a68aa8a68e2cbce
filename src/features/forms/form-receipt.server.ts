// Renders the mailed copy of a form's answers. Omits sensitive answers and answers with a link: the address may be
// another person's.
import type { RenderMail } from '#features/email-templates/email-templates.ts'
import type { ComposedMail, DueMessage, SkippedMessage } from '#features/messages/messages.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { answerText } from '#platform/forms/answers/answer-text.ts'
import type { Answers } from '#platform/forms/answers/answer.ts'
import type { FormDefinition } from '#platform/forms/definition/definition-schema.ts'
import { answeredFields } from '#platform/forms/definition/placed-fields.ts'
import { isSealed } from './submission-store.server.ts'

type ReceiptFacts = { title: string; definition: FormDefinition; answers: Answers }

/** Also matches URLs without a scheme, because mail clients turn them into links. E-mail addresses do not match. */
const hasLink = (text: string) => /:\/\/|www\.|[a-z0-9-]\.[a-z]{2,}/i.test(text.replaceAll(/[^\s@]+@[^\s@/]+/g, ''))

export const composeFormReceipt =
  ({ renderMail }: { renderMail: RenderMail }) =>
  async (db: Db, { contextId, to, firstName }: DueMessage): Promise<ComposedMail | SkippedMessage> => {
    const [found] = await db.query<ReceiptFacts>(
      `select v.definition ->> 'title' as title, v.definition, s.answers from form_submissions s
       join form_versions v on v.form_id = s.form_id and v.number = s.form_version where s.id = $1 and s.status = 'complete'`,
      [contextId],
    )
    if (!found) return { skip: 'entity_changed' }
    return renderMail({
      kind: 'form_receipt',
      to,
      values: { firstName: firstName ?? '', formTitle: found.title, formAnswers: copyOf(found) },
    })
  }

const copyOf = ({ definition, answers }: ReceiptFacts): string =>
  answeredFields(definition)
    .filter((field) => !isSealed(field) && answers[field.key] !== undefined)
    .map((field) => ({ label: field.label, text: answerText(field, answers[field.key]) }))
    .filter(({ text }) => text !== '' && !hasLink(text))
    .map(({ label, text }) => `${label}: ${text}`)
    .join('\n')
