// The last question before a letter to many leaves the house: since it was written its reader may have refused, or the night begun.
import { type MessageSettings, quietUntil } from '#features/messages/messages.ts'
import type { Hindrance } from '#kernel/mail/send-mail.ts'
import type { Db } from '#kernel/postgres/as-role.ts'

/** What stands in the way of a letter, asked as the login worker; a letter that must not go any more is noted as skipped. */
export async function letterMayLeave(db: Db, mailId: string, now = new Date()): Promise<Hindrance | undefined> {
  const { why } = await db.one<{ why: string | null }>('select public.withhold_message($1) as why', [mailId])
  if (why !== null) return { refused: why }
  const end = quietUntil(now, await db.one<MessageSettings>('select * from public.quiet_times()'))
  return end && { notBefore: end }
}
