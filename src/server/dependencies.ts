// Creates the dependencies of the functions from the configuration.
import { sealedTokens } from '#features/calendar/connections.server.ts'
import { openGoogleCalendar } from '#integrations/google-calendar.ts'
import type { SealFor } from '#platform/sealing/sealing.server.ts'
import type { Config } from './config.ts'
import type { FunctionDependencies } from './handlers.ts'

/** Opens no connection. `inside` is what this process provides itself. */
export function createDependencies(
  { googleCalendar, siteUrl, mailHookSecrets, smtp, whatsApp, auth }: Config,
  sealFor: SealFor,
  inside: Omit<
    FunctionDependencies,
    'calendar' | 'siteUrl' | 'mailHookSecrets' | 'mailSender' | 'readBusyTimes' | 'whatsApp' | 'smsHookSecrets'
  >,
): FunctionDependencies {
  const redirectUri = `${siteUrl}/auth/google/callback`
  return {
    ...inside,
    siteUrl,
    mailHookSecrets,
    readBusyTimes: async () => 'none',
    whatsApp,
    smsHookSecrets: auth.phone.hookSecrets,
    mailSender: smtp && { from: smtp.from, name: smtp.senderName },
    calendar: {
      google: googleCalendar && openGoogleCalendar({ ...googleCalendar, redirectUri }),
      seal: sealFor(sealedTokens.purpose),
    },
  }
}
