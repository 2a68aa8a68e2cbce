// Rate limits per client and per recipient. The numbers are upstream's.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'
import { rateLimitKey, createRateLimit } from '../http/rate-limit.ts'
import { type PasswordAttempts, createPasswordAttempts } from './flows/password-attempts.ts'
import type { AuthSettings } from './settings.ts'

const fiveMinutes = 5 * 60_000
const hour = 60 * 60_000

export type LimitedEndpoint =
  | 'signup'
  | 'token'
  | 'verify'
  | 'recover'
  | 'resend'
  | 'user'
  | 'otp'
  | 'magiclink'
  | 'reauthenticate'
  | 'sso'
  | 'authorize'
  | 'web3'
  | 'anonymous'
  | 'factor'

export type Limits = {
  /** Throws when this client exceeds the limit. Without a proxy header, loopback requests are not counted: a proxy would be one client. */
  checkRequest(endpoint: LimitedEndpoint, request: FastifyRequest): void
  passwordAttempts: PasswordAttempts
  /** Throws when mail of this purpose was requested for the address too recently, or too much mail is sent. Unknown addresses count too. */
  checkMail(purpose: string, email: string, request: FastifyRequest): void
  /** Like checkMail, for text messages. */
  checkSms(purpose: string, phone: string, request: FastifyRequest): void
}

export function createLimits(settings: AuthSettings, trustsProxy: boolean): Limits {
  const { rates, phone } = settings
  const often = () => createRateLimit({ burst: rates.otp, refillMs: fiveMinutes })
  const byEndpoint: Record<LimitedEndpoint, ReturnType<typeof createRateLimit>> = {
    signup: often(),
    recover: often(),
    resend: often(),
    user: often(),
    otp: often(),
    magiclink: often(),
    reauthenticate: often(),
    sso: often(),
    verify: createRateLimit({ burst: rates.verify, refillMs: fiveMinutes }),
    authorize: createRateLimit({ burst: 150, refillMs: fiveMinutes }),
    // The configured rate per five minutes, with a fifth of it as burst.
    token: createRateLimit({ burst: Math.ceil(rates.token / 5), refillMs: fiveMinutes / 5 }),
    web3: createRateLimit({ burst: settings.web3.rate, refillMs: fiveMinutes }),
    anonymous: createRateLimit({ burst: rates.anonymous, refillMs: hour }),
    // 15 per minute, with a burst of 30.
    factor: createRateLimit({ burst: 30, refillMs: 120_000 }),
  }
  const checkMail = createSendLimit({
    perHour: settings.mailsPerHour,
    perRecipient: settings.mailsPerMailbox,
    secondsBetween: settings.secondsBetweenMails,
    code: 'over_email_send_rate_limit',
    tooMany: 'email rate limit exceeded',
  })
  const checkSms = createSendLimit({
    perHour: phone.messagesPerHour,
    perRecipient: phone.messagesPerHour,
    secondsBetween: phone.secondsBetween,
    code: 'over_sms_send_rate_limit',
    tooMany: 'SMS rate limit exceeded',
  })
  const clientOf = (request: FastifyRequest) => rateLimitKey(request.clientIp, trustsProxy)

  return {
    passwordAttempts: createPasswordAttempts(),
    checkRequest(endpoint, request) {
      const client = clientOf(request)
      if (client !== undefined && !byEndpoint[endpoint].take(client))
        throw new Refusal('over_request_rate_limit', 429, 'Request rate limit reached')
    },
    checkMail: (purpose, email, request) => checkMail(purpose, email, clientOf(request)),
    checkSms: (purpose, number, request) => checkSms(purpose, number, clientOf(request)),
  }
}

type SendLimit = { perHour: number; perRecipient: number; secondsBetween: number; code: string; tooMany: string }

/** Only accounts get recovery mails, so they are not counted in the global quota, which sign-ups by third parties could exhaust. */
const outsideQuota = 'recover_password'

function createSendLimit({ perHour, perRecipient, secondsBetween, code, tooMany }: SendLimit) {
  const all = createRateLimit({ burst: perHour, refillMs: hour })
  // One client may use a third of the hourly quota, so that password recovery stays available to the others.
  const perClientLimit = createRateLimit({ burst: Math.ceil(perHour / 3), refillMs: hour })
  const toOne = createRateLimit({ burst: perRecipient, refillMs: hour })
  const last = new Map<string, number>()
  const pauseMs = secondsBetween * 1000

  return (purpose: string, recipient: string, client: string | undefined) => {
    const key = `${purpose} ${recipient}`
    const now = Date.now()
    const waitMs = (last.get(key) ?? -Infinity) + pauseMs - now
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1000)
      throw new Refusal(code, 429, `For security purposes, you can only request this after ${seconds} seconds.`)
    }
    const isRecovery = purpose === outsideQuota && perHour > 0
    // Recovery has its own count per mailbox, which other mails cannot use up.
    const isAllowed =
      toOne.take(isRecovery ? key : recipient) &&
      (client === undefined || perClientLimit.take(client)) &&
      (isRecovery || all.take(''))
    if (!isAllowed) throw new Refusal(code, 429, tooMany)
    last.delete(key)
    last.set(key, now)
    for (const [oldest, at] of last) {
      if (now - at < pauseMs) break
      last.delete(oldest)
    }
  }
}
