// The doors to outside parties, as this installation has them set up.
import { openSeal } from '#features/calendar/sealed.server.ts'
import type { Mails } from '#features/emails/emails.ts'
import { openGoogleCalendar } from '#integrations/google-calendar.ts'
import type { Db } from '#kernel/postgres/as-role.ts'
import type { Tokens } from '#kernel/jwt.ts'
import type { Config } from './config.ts'
import type { Outside } from './handlers.ts'

/** Nobody is asked anything yet. */
export function openOutside(
  { googleCalendar, siteUrl }: Config,
  { secretFor }: Pick<Tokens, 'secretFor'>,
  mails: Mails<Db>,
): Outside {
  const redirectUri = `${siteUrl}/auth/google/callback`
  return {
    mails,
    calendar: {
      google: googleCalendar && openGoogleCalendar({ ...googleCalendar, redirectUri }),
      seal: openSeal(secretFor('keys of connected calendars')),
    },
  }
}
