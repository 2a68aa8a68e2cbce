// The words of mails in force, read once and again after a change. A mail is composed inside somebody's transaction: it should not wait.
import { readEmailTemplates } from '#features/email-templates/email-templates.server.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'

export function createMailTemplates(connect: Connect) {
  const pool = openPool(connect('authenticator'), 1)
  let held: ReturnType<typeof readEmailTemplates> | undefined

  return {
    read() {
      if (held) return held
      const reading = readEmailTemplates(pool)
      held = reading
      // A database that was away is asked again by the next mail.
      reading.catch(() => held === reading && (held = undefined))
      return reading
    },
    forget: () => void (held = undefined),
    stop: () => pool.end(),
  }
}
