// A text message leaves through whoever the installation names: a signed HTTP call, as the Standard Webhooks say it.
import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Refusal } from '../../errors.ts'
import type { Auth } from '../instance.ts'
import { type UserRow, userAnswer } from '../users.ts'

/** A code on its way to a phone. `channel` is how the person wants it: sms or whatsapp; `type` says that it is not for signing in. */
export type Sms = { user: UserRow; phone: string; code: string; channel?: string | undefined; type?: 'mfa' }

const mostMs = 5000
const attempts = 3
const pauseMs = 200

/** Has the code sent. Throws what the caller may know when it was not. Not inside a transaction: others may be slow. */
export async function sendSms({ settings }: Pick<Auth, 'settings'>, sms: Sms, log: FastifyBaseLogger): Promise<void> {
  const { hookUrl, hookSecrets } = settings.phone
  if (!hookUrl) throw new Refusal('sms_send_failed', 422, 'Error sending SMS: nobody is named who sends it')
  const body = JSON.stringify(messageOf(sms))
  const signal = AbortSignal.timeout(mostMs)
  for (let attempt = 1; ; attempt++) {
    const answer = await post(hookUrl, hookSecrets, body, signal).catch((error: unknown) => {
      log.error({ err: error }, 'the hook that sends text messages cannot be reached')
      throw signal.aborted ? tooLate() : notSent()
    })
    if (answer.ok) return
    const isBusy = answer.status === 429 || answer.status === 503
    if (!isBusy || attempt === attempts) {
      log.error({ status: answer.status, said: answer.said }, 'the hook that sends text messages refused')
      throw notSent()
    }
    await sleep(pauseMs * attempt, undefined, { signal }).catch(() => {
      throw tooLate()
    })
  }
}

const notSent = () => new Refusal('sms_send_failed', 422, 'Error sending SMS')
const tooLate = () =>
  new Refusal('hook_timeout', 422, `Failed to reach hook within maximum time of ${mostMs / 1000} seconds`)

const messageOf = ({ user, phone, code, channel, type }: Sms) => ({
  metadata: { uuid: randomUUID(), time: new Date(), name: 'send-sms' },
  user: userAnswer(user),
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
  const said = (await response.text()).slice(0, 1000)
  return { ok: response.ok && !namesAnError(said), status: response.status, said }
}

const sign = (secret: string, content: string) => {
  const key = Buffer.from(secret.replace(/^(v1,)?(whsec_)?/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}

/** A hook may say no with a 200 and `{"error": …}`. */
function namesAnError(said: string) {
  try {
    const answer = JSON.parse(said) as { error?: unknown } | null
    return typeof answer === 'object' && answer !== null && answer.error != null
  } catch {
    return false
  }
}
