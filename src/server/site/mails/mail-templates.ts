// Email templates, cached in memory until the next change: mails are composed inside transactions, which should not wait for a read.
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
      // A failed read is not cached: the next mail retries.
      reading.catch(() => held === reading && (held = undefined))
      return reading
    },
    forget: () => void (held = undefined),
    stop: () => pool.end(),
  }
}
