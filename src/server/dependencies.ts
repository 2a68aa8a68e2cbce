// Creates the dependencies of the functions from the configuration.
import { sealedTokens } from '#features/calendar/connections.server.ts'
import { openDns } from '#integrations/dns.ts'
import { openGoogleCalendar } from '#integrations/google-calendar.ts'
import type { SealFor } from '#platform/sealing/sealing.server.ts'
import { openChannels } from './channels.ts'
import type { Config } from './config.ts'
import type { FunctionDependencies } from './handlers.ts'

/** Opens no connection. `inside` is what this process provides itself. */
export function createDependencies(
  config: Config,
  sealFor: SealFor,
  inside: Omit<
    FunctionDependencies,
    | 'calendar'
    | 'siteUrl'
    | 'mailHookSecrets'
    | 'mailSender'
    | 'readBusyTimes'
    | 'whatsApp'
    | 'smsHookSecrets'
    | 'senderDomain'
    | 'connectedChannels'
  >,
): FunctionDependencies {
  const { googleCalendar, siteUrl, mailHookSecrets, smtp, whatsApp, dnsServers, auth } = config
  const redirectUri = `${siteUrl}/auth/google/callback`
  return {
    ...inside,
    siteUrl,
    mailHookSecrets,
    readBusyTimes: async () => 'none',
    whatsApp,
    smsHookSecrets: auth.phone.hookSecrets,
    mailSender: smtp && { from: smtp.from, name: smtp.senderName },
    connectedChannels: [...openChannels(config).names],
    senderDomain: {
      sender: smtp && { from: smtp.from, host: smtp.host },
      startLookup: openDns({ servers: dnsServers }),
    },
    calendar: {
      google: googleCalendar && openGoogleCalendar({ ...googleCalendar, redirectUri }),
      seal: sealFor(sealedTokens.purpose),
    },
  }
}
