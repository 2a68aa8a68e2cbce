// Creates the dependencies of the functions from the configuration.
import { openDns } from '#integrations/dns.ts'
import { openChannels } from './channels.ts'
import type { Config } from './config.ts'
import type { FunctionDependencies } from './functions/parts.ts'

/** Opens no connection. `inside` holds the dependencies provided by this process. */
export function createDependencies(
  config: Config,
  inside: Omit<
    FunctionDependencies,
    | 'siteUrl'
    | 'apiUrl'
    | 'mailHookSecrets'
    | 'mailSender'
    | 'whatsApp'
    | 'smsHookSecrets'
    | 'senderDomain'
    | 'connectedChannels'
    | 'scansFiles'
  >,
): FunctionDependencies {
  const { siteUrl, apiUrl, mailHookSecrets, smtp, whatsApp, dnsServers, auth, clamd } = config
  return {
    ...inside,
    siteUrl,
    apiUrl,
    mailHookSecrets,
    whatsApp,
    scansFiles: clamd !== undefined,
    smsHookSecrets: auth.phone.hookSecrets,
    mailSender: smtp && { from: smtp.from, name: smtp.senderName },
    connectedChannels: [...openChannels(config).names],
    senderDomain: {
      sender: smtp && { from: smtp.from, host: smtp.host },
      startLookup: openDns({ servers: dnsServers }),
    },
  }
}
