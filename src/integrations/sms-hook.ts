// Sends text messages by the installation's SMS hook, which also sends sign-in codes: the payload has a text instead of a code.
import { retryAfter } from './retry-after.ts'
import { signatureOf } from './signed-hook.ts'

export type SmsHookSettings = { url: string; secrets: readonly string[] }

type Sms = { id: string; to: string; text: string }
type SendResult = { refused?: string } | { notBefore: Date; because: string }

const timeoutMs = 10_000
const busyMs = 30_000
const maxReplyLength = 1000

/**
 * Sends one message. `webhook-id` is the same for every attempt, so that the hook can deduplicate. Throws when a retry may succeed.
 */
export const openSmsHook = ({ url, secrets }: SmsHookSettings) => ({
  deliver: async ({ id, to, text }: Sms): Promise<SendResult> => {
    const body = JSON.stringify({
      metadata: { uuid: id, time: new Date(), name: 'send-sms' },
      sms: { phone: to, text },
    })
    const timestamp = String(Math.floor(Date.now() / 1000))
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': secrets.map((secret) => signatureOf(secret, `${id}.${timestamp}.${body}`)).join(' '),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const reply = (await response.text()).slice(0, maxReplyLength)
    const status = errorStatus(reply) ?? response.status
    const because = `The SMS hook answered ${status}: ${reply}`.trim()
    if (status < 300) return {}
    if (status === 429 || status === 503) return { notBefore: retryAfter(response.headers, busyMs), because }
    // Wrong credentials or a failure of the hook, not of this message.
    if (status >= 500 || status === 401 || status === 403 || status === 408) throw new Error(because)
    return { refused: because }
  },
})

/** A hook may report an error with status 200: `{"error": {"http_code": 400, "message": …}}`. */
function errorStatus(reply: string): number | undefined {
  try {
    const { error } = Object(JSON.parse(reply)) as { error?: { http_code?: unknown } | null }
    if (error == null) return undefined
    return typeof error.http_code === 'number' ? error.http_code : 422
  } catch {
    return undefined
  }
}
