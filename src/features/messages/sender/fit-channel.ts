// Adapts a rendered message to its channel.
import type { ComposedMessage, DueMessage, SkippedMessage } from '../due-message.ts'

/**
 * WhatsApp accepts free text only within 24 hours of the recipient's last message, and an approved template at any
 * time. Within the window free text is preferred, because it is free of charge.
 */
export function fitChannel(
  { channel, replyUntil }: DueMessage,
  composed: ComposedMessage,
): ComposedMessage | SkippedMessage {
  if ((channel === 'email') !== 'html' in composed) return { skip: 'not_rendered' }
  if ('html' in composed) return composed
  if (channel !== 'whatsapp' || replyUntil) return { text: composed.text }
  return composed.approved ? composed : { skip: 'window_closed' }
}
