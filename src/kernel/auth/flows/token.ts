// POST token: dispatches to the grant of grant_type.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'
import { requireCaptcha } from '../captcha/captcha.ts'
import type { Auth, Endpoint } from '../instance.ts'
import { idTokenGrant } from '../providers/id-token.ts'
import { refresh } from '../sessions/refresh.ts'
import { signInWithPassword } from './password-grant.ts'
import { signInWithCode } from './pkce-grant.ts'
import { web3Grant } from '../web3/web3-grant.ts'

const grants: Record<string, Endpoint> = {
  password: requireCaptcha(signInWithPassword),
  refresh_token: refresh,
  pkce: signInWithCode,
  id_token: idTokenGrant,
  web3: requireCaptcha(web3Grant),
}

export async function token(auth: Auth, request: FastifyRequest, reply: FastifyReply) {
  const { grant_type: name } = request.query as { grant_type?: string }
  const grant = typeof name === 'string' && Object.hasOwn(grants, name) ? grants[name] : undefined
  if (!grant) throw new Refusal('invalid_credentials', 400, 'unsupported_grant_type')
  return grant(auth, request, reply)
}
