// Adds replies by mail to the thread.
import { createHash } from 'node:crypto'
import type { Db } from '#kernel/postgres/transaction.ts'
import { beginningOf } from '#lib/storable-text.ts'
import { messageLimit } from './message-rules.ts'

type Reply = { key: string; threadId: string; contactId: string; text: string }

/** Returns false if the contact may not write in the thread. A long reply is split; the key makes parts idempotent. */
export async function replyByMail(db: Db, { key, threadId, contactId, text }: Reply): Promise<boolean> {
  for (let from = 0, next; from < text.length; from = next) {
    const piece = beginningOf(text.slice(from, from + messageLimit), messageLimit)
    next = from + piece.length
    const part = piece.trim()
    if (part === '') continue
    const { accepted } = await db.one<{ accepted: boolean }>('select reply_by_mail($1, $2, $3, $4) as accepted', [
      idOf(`${key} ${from}`),
      threadId,
      contactId,
      part,
    ])
    if (!accepted) return false
  }
  return true
}

/** A deterministic id for a text. */
function idOf(text: string) {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
