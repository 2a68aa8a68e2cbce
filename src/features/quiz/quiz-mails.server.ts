// Renders quiz mails. Link tokens are generated when a mail is rendered, and stored as hashes.
import type { RenderMail } from '#features/email-templates/email-templates.ts'
import type { ComposedMail, DueMessage, SkippedMessage } from '#features/messages/messages.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { MailContent } from '#platform/message-content/message-blocks.ts'
import { splitName } from '#lib/split-name.ts'
import { linkResult, makeMailedKey } from './attempts.server.ts'
import { stageText } from './quiz-merge-fields.ts'
import { invitationPath, resultPath, resumePath } from './quiz.ts'

/** Renders a marketing mail with its label, footer and unsubscribe link. Injected, because the wording is shared. */
type Advertise = (db: Db, message: DueMessage, content: MailContent) => Promise<ComposedMail | SkippedMessage>

/** Links to the result, whose button repeats the quiz for a comparison. */
export const composeQuizRepeat =
  ({ advertise, siteUrl }: { advertise: Advertise; siteUrl: string }) =>
  async (db: Db, message: DueMessage): Promise<ComposedMail | SkippedMessage> => {
    const [attempt] = await db.query<{ id: string; name: string | null }>(
      'select id, name from quiz_attempts where id = $1 and result is not null',
      [message.contextId],
    )
    if (!attempt || !message.consentedAt) return { skip: 'entity_changed' }
    const link = `${siteUrl}${resultPath(await linkResult(db, attempt.id, message.to))}`
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

/** The reminder of an unfinished attempt. It contains no name, because the visitor entered only an address. */
export const composeQuizResume =
  ({ renderMail, siteUrl }: { renderMail: RenderMail; siteUrl: string }) =>
  async (db: Db, { contextId, to }: DueMessage): Promise<ComposedMail | SkippedMessage> => {
    const [left] = await db.query(
      `select from quiz_attempts a join quiz_reminders r on r.attempt_id = a.id where a.id = $1 and a.result is null and r.email = $2`,
      [contextId, to],
    )
    if (!left) return { skip: 'entity_changed' }
    return renderMail({
      kind: 'quiz_resume',
      to,
      values: {},
      link: `${siteUrl}${resumePath(await makeMailedKey(db, contextId, 'questions'))}`,
    })
  }

/** The mail to the partner. It contains neither the inviter's name nor a result. */
export const composeQuizPartner =
  ({ advertise, siteUrl }: { advertise: Advertise; siteUrl: string }) =>
  async (db: Db, message: DueMessage): Promise<ComposedMail | SkippedMessage> => {
    const [inviting] = await db.query(
      'select from quiz_attempts where id = $1 and invite_expires_at > now() and reminds_partner',
      [message.contextId],
    )
    if (!inviting || !message.consentedAt) return { skip: 'entity_changed' }
    const link = `${siteUrl}${invitationPath(await makeMailedKey(db, message.contextId, 'invitation'))}`
    return advertise(db, message, {
      subject: 'הזמנה מהבית: שאלון קצר, כל אחד בנפרד',
      preheader: 'עשר שאלות, שלוש דקות, והתשובות נשארות שלכם',
      blocks: [
        {
          kind: 'text',
          text: `שלום ${message.firstName || 'לכם'},\n\nמהבית שלכם הגיעה הזמנה למלא את שאלון השלב הכלכלי. עונים בנפרד: התשובות והציון נשארים שלכם, ורק רמות בכל תחום משותפות, אם שני הצדדים מסכימים.`,
        },
        { kind: 'button', words: 'לשאלון', to: link },
        { kind: 'text', text: 'זו התזכורת היחידה. לא מתאים? אפשר להתעלם ממנה.' },
      ],
    })
  }

/** The mail names only the stage: answers and scores are shown only behind the link. */
export const composeQuizResult =
  ({ renderMail, siteUrl }: { renderMail: RenderMail; siteUrl: string }) =>
  async (db: Db, { contextId, to }: DueMessage): Promise<ComposedMail | SkippedMessage> => {
    const [reminder] = await db.query<{ attemptId: string; name: string | null; title: string | null }>(
      `select a.id as "attemptId", a.name, a.result -> 'stage' ->> 'title' as title
       from quiz_deliveries d join quiz_attempts a on a.id = d.attempt_id where d.id = $1`,
      [contextId],
    )
    if (!reminder) return { skip: 'entity_changed' }
    return renderMail({
      kind: 'quiz_result',
      to,
      values: { firstName: splitName(reminder.name ?? '').first_name, quizStage: stageText(reminder.title) },
      link: `${siteUrl}${resultPath(await linkResult(db, reminder.attemptId, to))}`,
    })
  }
