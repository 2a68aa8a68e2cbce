// Watch channels: send a POST to the channel's URL after each change of its calendar.
import { randomBytes } from 'node:crypto'
import { type ApiErrorReason } from './api-errors.fake.ts'

export type ChannelRequest = { id?: string; type?: string; address?: string; token?: string; expiration?: string }
type Channel = {
  id: string
  token: string | undefined
  address: string
  resourceId: string
  resourceUri: string
  expiration: number
  owner: string
  messages: number
}

/** Google's maximum lifetime of a channel. */
const weekMs = 7 * 86_400_000

export function createChannels() {
  const channels = new Map<string, Channel>()
  const used = new Set<string>()
  const sending = new Set<Promise<unknown>>()

  function post(channel: Channel, state: 'sync' | 'exists') {
    const headers = {
      'x-goog-channel-id': channel.id,
      ...(channel.token !== undefined && { 'x-goog-channel-token': channel.token }),
      'x-goog-channel-expiration': new Date(channel.expiration).toUTCString(),
      'x-goog-resource-id': channel.resourceId,
      'x-goog-resource-uri': channel.resourceUri,
      'x-goog-resource-state': state,
      'x-goog-message-number': String(++channel.messages),
    }
    const sent: Promise<unknown> = fetch(channel.address, {
      method: 'POST',
      headers,
      signal: AbortSignal.timeout(5000),
    })
      .then((response) => response.body?.cancel())
      .catch(() => {})
      .finally(() => sending.delete(sent))
    sending.add(sent)
  }

  return {
    open(owner: string, calendarUri: string, request: ChannelRequest): Channel | ApiErrorReason {
      if (!request.id || !request.address || request.type !== 'web_hook') return 'required'
      // HTTP URLs of localhost are allowed for development.
      if (!/^https:|^http:\/\/(127\.0\.0\.1|localhost)[:/]/.test(request.address)) return 'push.webhookUrlNotHttps'
      if (used.has(request.id)) return 'channelIdNotUnique'
      used.add(request.id)
      const longest = Date.now() + weekMs
      const channel: Channel = {
        id: request.id,
        token: request.token,
        address: request.address,
        resourceId: randomBytes(12).toString('base64url'),
        resourceUri: `${calendarUri}/events?alt=json`,
        expiration: Math.min(Number(request.expiration ?? longest), longest),
        owner,
        messages: 0,
      }
      channels.set(channel.id, channel)
      post(channel, 'sync')
      return channel
    },
    stop(owner: string, { id, resourceId }: { id?: string; resourceId?: string }): boolean {
      const channel = channels.get(id ?? '')
      if (!channel || channel.owner !== owner || channel.resourceId !== resourceId) return false
      return channels.delete(channel.id)
    },
    notify(calendarUri: string) {
      for (const channel of channels.values())
        if (channel.resourceUri.startsWith(`${calendarUri}/`) && channel.expiration > Date.now())
          post(channel, 'exists')
    },
    list: () => [...channels.values()],
    /** Resolves when all notifications have a response. */
    settled: async () => void (await Promise.all(sending)),
  }
}
