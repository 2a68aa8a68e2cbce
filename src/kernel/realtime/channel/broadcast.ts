// Broadcasts a message of a channel's client to its topic.
import type { Broadcast } from '../frames.ts'
import { saveMessage, parsePersist } from '../message-history.ts'
import type { Member, TopicRef } from '../topics.ts'
import type { ChannelContext } from './channel-context.ts'
import type { Rights } from './rights.ts'

type Sender = { topicRef: TopicRef; name: string; rights: Rights; member: Member; self: boolean }
type Reply = ['ok' | 'error', object]

/**
 * Broadcasts the message, then saves it if requested. Resolves with the reply for a client that requested an acknowledgement. Without the
 * right to send there is no reply.
 */
export async function sendBroadcast(
  { bus, pool, limits, log }: ChannelContext,
  { topicRef, name, rights, member, self }: Sender,
  message: Broadcast,
  persist: unknown,
): Promise<Reply | undefined> {
  if (!rights.broadcast.send) return undefined
  const saving = parsePersist(persist)
  if (saving === null) return ['error', { error: 'invalid_persist' }]
  if (saving && !rights.persistence.send) return ['error', { error: 'persistence_unauthorized' }]
  const length = 'json' in message ? Buffer.byteLength(message.json) : message.bytes.length
  if (length > limits.payloadBytes) return ['error', { reason: 'payload_size_exceeded' }]
  try {
    await bus.broadcast(topicRef, message, self ? undefined : member)
    if (!saving) return ['ok', {}]
    const id = await saveMessage(pool, name, message, saving.ttlSeconds)
    return id ? ['ok', { id }] : ['error', { error: 'payload_not_storable' }]
  } catch (error) {
    log.warn({ err: error }, 'a broadcast did not reach all nodes, or could not be saved')
    return ['error', { reason: 'please try again' }]
  }
}
