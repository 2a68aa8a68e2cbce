// Configured providers of the channels besides mail.
import type { ChannelName } from '#features/messages/due-message.ts'
import { type ApprovedTemplate, openWhatsApp } from '#integrations/whatsapp-cloud.ts'
import { openSmsHook } from '#integrations/sms-hook.ts'
import type { Deliver } from '#kernel/mail/delivery.ts'
import type { Config } from './config.ts'

/** Opens no connection. */
export function openChannels({ auth: { phone }, whatsApp }: Pick<Config, 'auth' | 'whatsApp'>) {
  const { hookUrl, hookSecrets } = phone
  const adapters: Partial<Record<ChannelName, Deliver>> = {
    ...(hookUrl && hookSecrets.length > 0 && { sms: openSmsHook({ url: hookUrl, secrets: hookSecrets }).deliver }),
    ...(whatsApp && { whatsapp: whatsAppAdapter(openWhatsApp(whatsApp).deliver) }),
  }
  return { adapters, names: new Set(Object.keys(adapters) as ChannelName[]) }
}

/** The payload of the outbox row is the message in the format of its channel. */
const whatsAppAdapter =
  (deliver: ReturnType<typeof openWhatsApp>['deliver']): Deliver =>
  ({ id, to, text, payload }) =>
    deliver({ id, to, text, ...(payload as { approved?: ApprovedTemplate } | null) })
