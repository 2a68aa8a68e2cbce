// Text messages are sent by the installation's hook: an HTTP request signed as in Standard Webhooks.
import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '../../errors.ts'
import type { Auth } from '../instance.ts'
import { type UserRow, userResponse } from '../users.ts'

/** A code for a phone. `channel` is sms or whatsapp; `type` marks a code that is not for signing in. */
export type Sms = { user: UserRow; phone: string; code: string; channel?: string | undefined; type?: 'mfa' }

const timeoutMs = 5000
const attempts = 3
const pauseMs = 200

/** Sends the code by the hook. Throws a Refusal on failure. Call it outside a transaction: the hook may be slow. */
export async function sendSms({ settings }: Pick<Auth, 'settings'>, sms: Sms, log: FastifyBaseLogger): Promise<void> {
  const { hookUrl, hookSecrets } = settings.phone
  if (!hookUrl) throw new Refusal('sms_send_failed', 422, 'Error sending SMS: no send hook is configured')
  const body = JSON.stringify(messageOf(sms))
  const signal = AbortSignal.timeout(timeoutMs)
  for (let attempt = 1; ; attempt++) {
    const hookResponse = await post(hookUrl, hookSecrets, body, signal).catch((error: unknown) => {
      log.error({ err: error }, 'the SMS hook cannot be reached')
      throw signal.aborted ? hookTimeout() : notSent()
    })
    if (hookResponse.ok) return
    const isBusy = hookResponse.status === 429 || hookResponse.status === 503
    if (!isBusy || attempt === attempts) {
      log.error({ status: hookResponse.status, text: hookResponse.text }, 'the SMS hook refused')
      throw notSent()
    }
    await sleep(pauseMs * attempt, undefined, { signal }).catch(() => {
      throw hookTimeout()
    })
  }
}

const notSent = () => new Refusal('sms_send_failed', 422, 'Error sending SMS')
const hookTimeout = () =>
  new Refusal('hook_timeout', 422, `Failed to reach hook within maximum time of ${timeoutMs / 1000} seconds`)

const messageOf = ({ user, phone, code, channel, type }: Sms) => ({
  metadata: { uuid: randomUUID(), time: new Date(), name: 'send-sms' },
  user: userResponse(user),
  sms: { otp: code, phone, ...(channel && { channel }), ...(type && { sms_type: type }) },
})

async function post(url: string, secrets: readonly string[], body: string, signal: AbortSignal) {
  const id = `msg_${randomUUID()}`
  const timestamp = String(Math.floor(Date.now() / 1000))
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': secrets.map((secret) => sign(secret, `${id}.${timestamp}.${body}`)).join(' '),
    },
    body,
    signal,
    redirect: 'error',
  })
  const text = (await response.text()).slice(0, 1000)
  return { ok: response.ok && !hasErrorField(text), status: response.status, text }
}

const sign = (secret: string, content: string) => {
  const key = Buffer.from(secret.replace(/^(v1,)?(whsec_)?/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}

/** A hook may report an error with status 200 and `{"error": …}`. */
function hasErrorField(text: string) {
  try {
    const hookResponse = JSON.parse(text) as { error?: unknown } | null
    return typeof hookResponse === 'object' && hookResponse !== null && hookResponse.error != null
  } catch {
    return false
  }
}
