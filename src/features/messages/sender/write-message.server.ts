// Renders a due message by its template and hands it to its channel.
import type { Db } from '#kernel/postgres/transaction.ts'
import type { ComposedMail, DueMessage, NotRendered } from '../due-message.ts'
import type { WriteMessage } from './send-batch.server.ts'
import { writeMail } from './write-mail.server.ts'

/** Renders one kind of message, with the links that only its module can make. */
export type ComposeMessage = (db: Db, message: DueMessage) => Promise<ComposedMail | NotRendered>

/** `compose`: by template key, for messages whose links a module makes. */
export type WriteMessageParts = { compose: Readonly<Record<string, ComposeMessage>> }

export const writeMessage =
  ({ compose }: WriteMessageParts): WriteMessage =>
  async (db, message) => {
    const render = message.templateKey === null ? undefined : compose[message.templateKey]
    if (!render) return { skip: 'no_template' }
    if (message.channel !== 'email') return { skip: 'channel_off' }
    const composed = await render(db, message)
    if ('skip' in composed) return composed
    await writeMail(db, message, composed)
  }
