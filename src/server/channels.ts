// Providers of the channels besides mail, as far as they are configured.
import type { ChannelName } from '#features/messages/due-message.ts'
import { openSmsHook } from '#integrations/sms-hook.ts'
import type { Deliver } from '#kernel/mail/delivery.ts'
import type { Config } from './config.ts'

/** Opens no connection. */
export function openChannels({ auth: { phone } }: Pick<Config, 'auth'>) {
  const { hookUrl, hookSecrets } = phone
  const adapters: Partial<Record<ChannelName, Deliver>> = {
    ...(hookUrl && hookSecrets.length > 0 && { sms: openSmsHook({ url: hookUrl, secrets: hookSecrets }).deliver }),
  }
  return { adapters, names: new Set(Object.keys(adapters) as ChannelName[]) }
}
