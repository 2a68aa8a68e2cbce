// Changes the email or phone of a user once the new one is verified. This makes an anonymous user permanent.
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { confirmEmail, confirmPhone } from '../confirm-identifier.ts'
import type { Auth } from '../instance.ts'
import { type LinkTarget, mailEmailChange } from '../mail/mails.ts'
import type { Sms } from '../phone/send-sms.ts'
import { codeForPhone } from '../phone/sms-codes.ts'
import { type UserRow, userById } from '../users.ts'

export async function changeEmail(db: Db, auth: Auth, user: UserRow, email: string, linkTarget: LinkTarget) {
  const [conflicting] = await db.query('select from auth.users where email = $1 and not is_sso_user', [email])
  if (conflicting) throw new Refusal('email_exists', 422, 'A user with this email address has already been registered')
  if (auth.settings.autoconfirm) return confirmEmail(db, user.id, email)
  await db.query(
    'update auth.users set email_change = $2, email_change_confirm_status = 0, updated_at = now() where id = $1',
    [user.id, email],
  )
  return mailEmailChange(db, auth, (await userById(db, user.id))!, linkTarget)
}

/** Returns the text message to send, or undefined with autoconfirm. */
export async function changePhone(
  db: Db,
  auth: Auth,
  user: UserRow,
  phone: string,
  channel: string | undefined,
): Promise<Sms | undefined> {
  const [conflicting] = await db.query('select from auth.users where phone = $1', [phone])
  if (conflicting) throw new Refusal('phone_exists', 422, 'A user with this phone number has already been registered')
  if (auth.settings.phone.autoconfirm) {
    await confirmPhone(db, user.id, phone)
    return undefined
  }
  await db.query('update auth.users set phone_change = $2, updated_at = now() where id = $1', [user.id, phone])
  return codeForPhone(db, (await userById(db, user.id))!, 'phone_change_token', phone, channel)
}
