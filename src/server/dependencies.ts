// The doors to outside parties, as this installation has them set up.
import { createSeal } from '#features/calendar/sealed.server.ts'
import { openGoogleCalendar } from '#integrations/google-calendar.ts'
import type { Tokens } from '#kernel/jwt.ts'
import type { Config } from './config.ts'
import type { FunctionDependencies } from './handlers.ts'

/** Nobody is asked anything yet. `inside` is what the process itself offers to its functions. */
export function createDependencies(
  { googleCalendar, siteUrl, mailHookSecrets }: Config,
  { secretFor }: Pick<Tokens, 'secretFor'>,
  inside: Omit<FunctionDependencies, 'calendar' | 'siteUrl' | 'mailHookSecrets'>,
): FunctionDependencies {
  const redirectUri = `${siteUrl}/auth/google/callback`
  return {
    ...inside,
    siteUrl,
    mailHookSecrets,
    calendar: {
      google: googleCalendar && openGoogleCalendar({ ...googleCalendar, redirectUri }),
      seal: createSeal(secretFor('keys of connected calendars')),
    },
  }
}
