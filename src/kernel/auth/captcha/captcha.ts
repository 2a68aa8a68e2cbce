// Captcha verification. hCaptcha and Turnstile share one protocol.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'
import type { Auth, Endpoint } from '../instance.ts'

const addresses = {
  hcaptcha: 'https://hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
}

const timeoutMs = 10_000
const maxTokenLength = 8192

/** Wraps endpoints that bots could abuse: the body has to carry the token of a solved captcha, if the instance requires one. */
export const requireCaptcha =
  (endpoint: Endpoint): Endpoint =>
  async (auth, request, reply) => {
    await checkCaptcha(auth, request)
    return endpoint(auth, request, reply)
  }

/** Throws unless the token of the body is accepted. Requests with the service key need none. */
async function checkCaptcha({ settings }: Auth, request: FastifyRequest): Promise<void> {
  const { provider, secret, verifyUrl } = settings.captcha
  if (!provider || request.caller?.claims.role === 'service_role') return
  const token = tokenOf(request.body)
  if (!token) throw refused('no captcha_token found')
  const verification = await ask(verifyUrl ?? addresses[provider], {
    secret,
    response: token,
    remoteip: request.clientIp,
  }).catch((error: unknown) => {
    request.log.error({ err: error }, 'the captcha provider did not respond')
    throw new Refusal('unexpected_failure', 500, 'captcha verification process failed')
  })
  if (!verification.success) throw refused(verification.errors.join(', ') || 'not solved')
}

const refused = (reason: string) =>
  new Refusal('captcha_failed', 400, `captcha protection: request disallowed (${reason})`)

function tokenOf(body: unknown): string | undefined {
  const { gotrue_meta_security: sent } = (body ?? {}) as { gotrue_meta_security?: { captcha_token?: unknown } | null }
  const token = sent?.captcha_token
  return typeof token === 'string' && token.length <= maxTokenLength ? token.trim() : undefined
}

async function ask(url: string, form: Record<string, string>) {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const result = (await response.json()) as { success?: unknown; 'error-codes'?: unknown }
  const errors = Array.isArray(result['error-codes'])
    ? result['error-codes'].filter((code) => typeof code === 'string')
    : []
  return { success: result.success === true, errors }
}
