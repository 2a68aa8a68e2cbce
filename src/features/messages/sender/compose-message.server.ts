// Renders a due message by its template.
import type { ChannelName, DueMessage } from '../due-message.ts'
import type { ComposeMessage } from './send-batch.server.ts'

export type ComposeParts = {
  /** Renderers by template key, for messages whose links a module creates. */
  compose: Readonly<Record<string, ComposeMessage>>
  /** The renderer for messages with a template. */
  composeTemplate?: ComposeMessage
  /** Channels with a provider, except mail, which is queued in the outbox until a server is configured. */
  channels?: ReadonlySet<ChannelName>
}

export const composeMessage =
  ({ compose, composeTemplate, channels }: ComposeParts): ComposeMessage =>
  async (db, message: DueMessage) => {
    const { templateId, templateKey } = message
    const render = templateId !== null || templateKey === null ? composeTemplate : compose[templateKey]
    if (!render) return { skip: 'no_template' }
    return message.channel === 'email' || channels?.has(message.channel) ? render(db, message) : { skip: 'channel_off' }
  }
