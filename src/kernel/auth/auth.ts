// auth/v1: the route table with its rate limits. One process can mount several instances, each with its own settings.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'
import { adminRoutes } from './admin/routes.ts'
import { sendError } from './auth-errors.ts'
import { parseBodies } from './request-body.ts'
import { challengeFactor } from './factors/challenge.ts'
import { enrollFactor } from './factors/enroll.ts'
import { unenrollFactor } from './factors/unenroll.ts'
import { verifyFactor } from './factors/verify-factor.ts'
import { makeRecoveryCodes, showRecoveryCodes, verifyRecoveryCode } from './recovery-codes/recovery-codes.ts'
import { requireCaptcha } from './captcha/captcha.ts'
import type { Auth, Route } from './instance.ts'
import { logOut } from './sessions/logout.ts'
import { followLink, linkPageStyle, openLink } from './mail/link-page.ts'
import { otp } from './flows/otp.ts'
import { recover } from './flows/recover.ts'
import { resend } from './flows/resend.ts'
import { signUp } from './flows/signup.ts'
import { token } from './flows/token.ts'
import { reauthenticate } from './account/reauthenticate.ts'
import { getUser, updateUser } from './account/user.ts'
import { providerRoutes } from './providers/routes.ts'
import { verify } from './flows/verify.ts'
import { showHealth, showKeys, showSettings } from './settings-endpoints.ts'

const endpoints: Route[] = [
  ['POST', '/signup', requireCaptcha(signUp), 'signup'],
  ['POST', '/token', token, 'token'],
  ['GET', '/verify', openLink],
  ['GET', '/verify.css', linkPageStyle],
  ['POST', '/verify', verifyOrFollow, 'verify'],
  ['POST', '/otp', requireCaptcha(otp), 'otp'],
  ['POST', '/magiclink', requireCaptcha(otp), 'magiclink'],
  ['POST', '/recover', requireCaptcha(recover), 'recover'],
  ['POST', '/resend', requireCaptcha(resend), 'resend'],
  ['GET', '/user', getUser],
  ['PUT', '/user', updateUser, 'user'],
  ['GET', '/reauthenticate', reauthenticate, 'reauthenticate'],
  ['POST', '/logout', logOut],
  ['POST', '/factors', enrollFactor],
  ['POST', '/factors/:factorId/challenge', challengeFactor, 'factor'],
  ['POST', '/factors/:factorId/verify', verifyFactor, 'factor'],
  ['DELETE', '/factors/:factorId', unenrollFactor],
  ['GET', '/factors/recovery-codes', showRecoveryCodes],
  ['POST', '/factors/recovery-codes', makeRecoveryCodes, 'factor'],
  ['POST', '/factors/recovery-codes/verify', verifyRecoveryCode, 'factor'],
  ...providerRoutes,
  ...adminRoutes,
  ['GET', '/settings', showSettings],
  ['GET', '/health', showHealth],
  ['GET', '/.well-known/jwks.json', showKeys],
]

/** Paths that need no API key: opened from a mail, by another server, or by a health check. */
export const isPublicOfAuth = (path: string) =>
  /^\/(authorize|callback|verify|verify\.css|health|sso\/saml\/(?:acs|metadata)|\.well-known\/.*)$/.test(path)

/** Registers the routes of one instance on its Fastify scope. */
export function mountAuth(scope: FastifyInstance, auth: Auth) {
  parseBodies(scope)
  scope.setErrorHandler(sendError)
  scope.setNotFoundHandler((request, reply) => {
    return sendError(new Refusal('not_found', 404, 'There is nothing at this address'), request, reply)
  })
  for (const [method, url, endpoint, limit] of endpoints) {
    scope.route({
      method,
      url,
      async handler(request, reply) {
        if (limit) auth.limits.checkRequest(limit, request)
        return endpoint(auth, request, reply)
      },
    })
  }
}

/** POST verify: a JSON request returns the session, the form of a mailed link's page is redirected. */
function verifyOrFollow(auth: Auth, request: FastifyRequest, reply: FastifyReply) {
  return request.body instanceof URLSearchParams ? followLink(auth, request, reply) : verify(auth, request)
}
