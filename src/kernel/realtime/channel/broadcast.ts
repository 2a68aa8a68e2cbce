// What a channel's client says to the others on the topic.
import type { Broadcast } from '../frames.ts'
import { saveMessage, parsePersist } from '../message-history.ts'
import type { Member, TopicRef } from '../topics.ts'
import type { ChannelContext } from './channel-context.ts'
import type { Rights } from './rights.ts'

type Speaker = { place: TopicRef; name: string; rights: Rights; member: Member; self: boolean }
type Reply = ['ok' | 'error', object]

/**
 * Says it to everybody, then keeps it if that is wanted. Answers when all nodes have it, with what to reply to a client that waits;
 * to one that may not sendBroadcast here nothing is said.
 */
export async function sendBroadcast(
  { bus, pool, limits, log }: ChannelContext,
  { place, name, rights, member, self }: Speaker,
  message: Broadcast,
  persist: unknown,
): Promise<Reply | undefined> {
  if (!rights.broadcast.send) return undefined
  const wish = parsePersist(persist)
  if (wish === null) return ['error', { error: 'invalid_persist' }]
  if (wish && !rights.persistence.send) return ['error', { error: 'persistence_unauthorized' }]
  const length = 'json' in message ? Buffer.byteLength(message.json) : message.bytes.length
  if (length > limits.payloadBytes) return ['error', { reason: 'payload_size_exceeded' }]
  try {
    await bus.broadcast(place, message, self ? undefined : member)
    if (!wish) return ['ok', {}]
    const id = await saveMessage(pool, name, message, wish.ttlSeconds)
    return id ? ['ok', { id }] : ['error', { error: 'payload_not_storable' }]
  } catch (error) {
    log.warn({ err: error }, 'a broadcast did not reach all nodes, or could not be kept')
    return ['error', { reason: 'please try again' }]
  }
}
