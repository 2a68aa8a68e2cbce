// Codes sent to a phone: the same one-time tokens as in mails, without a link.
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../postgres/transaction.ts'
import type { Auth } from '../instance.ts'
import { issueToken } from '../mail/one-time-tokens.ts'
import type { UserRow } from '../users.ts'
import { type Sms, sendSms } from './send-sms.ts'

const sentColumns = {
  confirmation_token: 'confirmation_sent_at',
  phone_change_token: 'phone_change_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
} as const

/** Creates the code of a text message. Send it after the commit. */
export async function codeForPhone(
  db: Db,
  user: UserRow,
  type: keyof typeof sentColumns,
  phone: string,
  channel?: string,
): Promise<Sms> {
  const { code } = await issueToken(db, user.id, type, phone)
  const column = sentColumns[type]
  const { at } = await db.one<{ at: Date }>(
    `update auth.users set ${column} = now() where id = $1 returning ${column} as at`,
    [user.id],
  )
  user[column] = at
  return { user, phone, code, channel }
}

/** Sends without delaying the response, whose time must not reveal whether an account exists. Errors are only logged. */
export function sendSmsLater(auth: Auth, sms: Sms, request: FastifyRequest) {
  sendSms(auth, sms, request.log).catch((error: unknown) => {
    request.log.warn({ err: error }, 'a text message was not sent')
  })
}
