// Browser push (RFC 8030): encrypts a message for one browser (RFC 8291), signs the request (VAPID, RFC 8292), and interprets the response.
import webPush from 'web-push'
import { retryAfter } from './retry-after.ts'

/** A browser's push subscription: the URL of its push service, and its keys. */
export type PushTarget = { endpoint: string; keys: { p256dh: string; auth: string } }
export type PushKeys = { publicKey: string; privateKey: string }

type SendResult = { refused?: string; isAddress?: boolean } | { notBefore: Date; because: string }
type Message = { target: PushTarget; keys: PushKeys; content: object; isUrgent: boolean }

const timeoutMs = 20_000
const busyMs = 60_000

/** How long a push service stores a message for an offline browser. */
const ttlSeconds = 12 * 3600

export const makePushKeys = (): PushKeys => webPush.generateVAPIDKeys()

const services = [
  /^fcm\.googleapis\.com$/,
  /^([\w-]+\.)*push\.services\.mozilla\.com$/,
  /^([\w-]+\.)*notify\.windows\.com$/,
  /^([\w-]+\.)*push\.apple\.com$/,
]

/** Whether a URL belongs to a known push service. The server sends requests to it, so no other URL may be stored. */
export function isPushService(endpoint: string) {
  const { protocol, hostname, port, username } = URL.canParse(endpoint) ? new URL(endpoint) : ({} as Partial<URL>)
  return protocol === 'https:' && port === '' && username === '' && services.some((known) => known.test(hostname ?? ''))
}

/** `contact`: https or mailto address of the sender, for the operators of push services. Throws when a retry may succeed. */
export const openWebPush = ({ contact }: { contact: string }) => ({
  deliver: async ({ target, keys, content, isUrgent }: Message): Promise<SendResult> => {
    const { headers, body } = webPush.generateRequestDetails(target, JSON.stringify(content), {
      vapidDetails: { subject: contact, ...keys },
      TTL: ttlSeconds,
      urgency: isUrgent ? 'high' : 'normal',
    })
    const response = await fetch(target.endpoint, {
      method: 'POST',
      // Node computes the length of the body itself.
      headers: Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length') as [
        string,
        string,
      ][],
      body: new Uint8Array(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const because = `The push service answered ${response.status}: ${(await response.text()).slice(0, 500)}`.trim()
    if (response.ok) return {}
    if (response.status === 429 || response.status === 503)
      return { notBefore: retryAfter(response.headers, busyMs), because }
    if (response.status >= 500 || response.status === 408) throw new Error(because)
    // The subscription has expired, or was created with another VAPID key.
    return { refused: because, isAddress: [401, 403, 404, 410].includes(response.status) }
  },
})
