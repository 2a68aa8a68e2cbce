// Renders a due message by its template and hands it to its channel.
import type { Db } from '#kernel/postgres/transaction.ts'
import type { ComposedMail, DueMessage, NotRendered } from '../due-message.ts'
import type { WriteMessage } from './send-batch.server.ts'
import { writeMail } from './write-mail.server.ts'

/** Renders one kind of message, with the links that only its module can make. */
export type ComposeMessage = (db: Db, message: DueMessage) => Promise<ComposedMail | NotRendered>

export type WriteMessageParts = {
  /** By template key, for messages whose links a module makes. */
  compose: Readonly<Record<string, ComposeMessage>>
  /** For messages of a template. */
  composeTemplate?: ComposeMessage
}

export const writeMessage =
  ({ compose, composeTemplate }: WriteMessageParts): WriteMessage =>
  async (db, message) => {
    const render = message.templateKey === null ? composeTemplate : compose[message.templateKey]
    if (!render) return { skip: 'no_template' }
    if (message.channel !== 'email') return { skip: 'channel_off' }
    const composed = await render(db, message)
    if ('skip' in composed) return composed
    await writeMail(db, message, composed)
  }
