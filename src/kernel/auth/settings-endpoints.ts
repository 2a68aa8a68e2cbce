// GET settings, GET health and GET .well-known/jwks.json.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { databaseCheck } from '../postgres/database-check.ts'
import type { Auth } from './instance.ts'

/** Providers of upstream that are not implemented. Clients read their keys, so each is listed as false. */
const unsupportedProviders =
  'apple azure bitbucket discord facebook figma fly github gitlab kakao keycloak linkedin linkedin_oidc notion slack slack_oidc snapchat spotify twitch twitter workos x zoom'

export function showSettings({ settings }: Auth) {
  const { phone, providers } = settings
  return {
    external: {
      anonymous_users: settings.anonymousUsers,
      ...Object.fromEntries(unsupportedProviders.split(' ').map((name) => [name, false])),
      google: providers.google !== undefined,
      email: settings.emailEnabled,
      phone: phone.enabled,
    },
    disable_signup: settings.signupDisabled,
    mailer_autoconfirm: settings.autoconfirm,
    phone_autoconfirm: phone.autoconfirm,
    sms_provider: '',
    saml_enabled: false,
  }
}

const checks = new WeakMap<Auth, () => Promise<boolean>>()
const checkLimitMs = 2000

/** GET health: 503 while the database is unreachable, because every endpoint needs it. */
export async function showHealth(auth: Auth, _request: FastifyRequest, reply: FastifyReply) {
  const check = checks.get(auth) ?? databaseCheck(auth.pool, checkLimitMs)
  checks.set(auth, check)
  reply.header('cache-control', 'no-store').code((await check()) ? 200 : 503)
  return {
    version: 'v2.196.0',
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  }
}

export function showKeys({ tokens }: Auth, _request: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', 'public, max-age=600')
  return { keys: tokens.publicKeys }
}
