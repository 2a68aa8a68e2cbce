// How often one address may ask. The numbers are upstream's.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'
import { countedClient, createRateLimit } from '../http/rate-limit.ts'
import type { AuthSettings } from './settings.ts'

const fiveMinutes = 5 * 60_000

export type LimitedEndpoint = 'signup' | 'token' | 'verify' | 'recover' | 'resend' | 'user' | 'factor'

export type Limits = {
  /** Throws when this client asks too often. Without a header of a proxy everybody behind one would be one client, so then only direct ones count. */
  checkRequest(endpoint: LimitedEndpoint, request: FastifyRequest): void
  /** Throws when this address, known to us or not, got or would have got such a mail a moment ago, or when mail goes out too fast. */
  checkMail(purpose: string, email: string, request: FastifyRequest): void
}

export function createLimits(settings: AuthSettings, trustsProxy: boolean): Limits {
  const often = () => createRateLimit({ burst: 30, refillMs: fiveMinutes })
  const byEndpoint = {
    signup: often(),
    recover: often(),
    resend: often(),
    user: often(),
    verify: often(),
    // 150 in five minutes, 30 at once.
    token: createRateLimit({ burst: 30, refillMs: fiveMinutes / 5 }),
    // 15 a minute, 30 at once.
    factor: createRateLimit({ burst: 30, refillMs: 120_000 }),
  }
  const mails = createRateLimit({ burst: settings.mailsPerHour, refillMs: 3_600_000 })
  // Nobody alone can use up the mails of an hour, which would keep everybody else from a new password.
  const mailsOfOne = createRateLimit({ burst: Math.ceil(settings.mailsPerHour / 3), refillMs: 3_600_000 })
  const lastMail = new Map<string, number>()

  return {
    checkRequest(endpoint, request) {
      const client = countedClient(request.clientIp, trustsProxy)
      if (client !== undefined && !byEndpoint[endpoint].take(client))
        throw new Refusal('over_request_rate_limit', 429, 'Request rate limit reached')
    },
    checkMail(purpose, email, request) {
      const now = Date.now()
      const key = `${purpose} ${email}`
      const waitMs = (lastMail.get(key) ?? -Infinity) + settings.secondsBetweenMails * 1000 - now
      if (waitMs > 0) {
        const seconds = Math.ceil(waitMs / 1000)
        const message = `For security purposes, you can only request this after ${seconds} seconds.`
        throw new Refusal('over_email_send_rate_limit', 429, message)
      }
      const client = countedClient(request.clientIp, trustsProxy)
      if ((client !== undefined && !mailsOfOne.take(client)) || !mails.take(''))
        throw new Refusal('over_email_send_rate_limit', 429, 'email rate limit exceeded')
      lastMail.delete(key)
      lastMail.set(key, now)
      for (const [oldest, at] of lastMail) {
        if (now - at < settings.secondsBetweenMails * 1000) break
        lastMail.delete(oldest)
      }
    },
  }
}
