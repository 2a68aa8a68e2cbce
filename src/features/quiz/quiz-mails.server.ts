// Renders the mail with a result. Its link is made when it is rendered, and stored as a hash.
import type { RenderMail } from '#features/email-templates/email-templates.ts'
import type { ComposedMail, DueMessage, NotRendered } from '#features/messages/messages.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { MailContent } from '#platform/message-content/message-blocks.ts'
import { splitName } from '#lib/split-name.ts'
import { linkResult } from './attempts.server.ts'
import { resultPath } from './quiz.ts'

/** Composes an advertisement with its label, footer and unsubscribe link. Injected: the words of advertisements are shared. */
type Advertise = (db: Db, message: DueMessage, content: MailContent) => Promise<ComposedMail>

/** Leads to the result, whose button repeats the quiz and compares both. */
export const composeQuizRepeat =
  ({ advertise, siteUrl }: { advertise: Advertise; siteUrl: string }) =>
  async (db: Db, message: DueMessage): Promise<ComposedMail | NotRendered> => {
    const [attempt] = await db.query<{ id: string; name: string | null }>(
      'select id, name from quiz_attempts where id = $1 and result is not null',
      [message.contextId],
    )
    if (!attempt || !message.consentedAt) return { skip: 'entity_changed' }
    const link = `${siteUrl}${resultPath(await linkResult(db, attempt.id))}`
    return advertise(db, message, {
      subject: 'מה השתנה בשלושה חודשים?',
      preheader: 'עשר שאלות, שלוש דקות, והשוואה לפעם הקודמת',
      blocks: [
        {
          kind: 'text',
          text: `שלום ${splitName(attempt.name ?? '').first_name || 'לכם'},\n\nלפני שלושה חודשים מילאתם את שאלון השלב הכלכלי. אם תמלאו אותו שוב, העמוד יראה מה השתנה בכל תחום מאז.`,
        },
        { kind: 'button', words: 'לתוצאה ולמילוי חוזר', to: link },
      ],
    })
  }

/** The mail names the stage only: answers and scores stay behind the link. */
export const composeQuizResult =
  ({ renderMail, siteUrl }: { renderMail: RenderMail; siteUrl: string }) =>
  async (db: Db, { contextId, to }: DueMessage): Promise<ComposedMail | NotRendered> => {
    const [asked] = await db.query<{ attemptId: string; name: string | null; title: string | null }>(
      `select a.id as "attemptId", a.name, a.result -> 'stage' ->> 'title' as title
       from quiz_deliveries d join quiz_attempts a on a.id = d.attempt_id where d.id = $1`,
      [contextId],
    )
    if (!asked) return { skip: 'entity_changed' }
    return renderMail({
      kind: 'quiz_result',
      to,
      values: { firstName: splitName(asked.name ?? '').first_name, quizStage: asked.title ?? 'התמונה לפי תחומים' },
      link: `${siteUrl}${resultPath(await linkResult(db, asked.attemptId))}`,
    })
  }
