// Credentials of a request: the API key admits it, the bearer token identifies the caller.
import type { IncomingHttpHeaders } from 'node:http'
import type { Tokens } from '../jwt.ts'
import type { Claims } from '../postgres/transaction.ts'

/** The caller of a request. `userId` is set only for a signed-in user; `token` is the JWT of the claims, if there is one. */
export type Caller = { claims: Claims; userId?: string; token?: string }

export type Credentials = { apikey?: string; bearer?: string }

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The key from the header `apikey` or the query (browsers cannot set headers of a WebSocket), the token from `authorization`. */
export function readCredentials(headers: IncomingHttpHeaders, query: unknown): Credentials {
  const inAddress = (query as Record<string, unknown> | undefined)?.['apikey']
  const apikey = headers['apikey'] ?? inAddress
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
  return { ...(typeof apikey === 'string' && apikey && { apikey }), ...(bearer && { bearer }) }
}

/** Whether the API key is valid. A valid access token counts too: the anon key is public anyway. */
export async function hasValidApiKey({ apikey, bearer }: Credentials, tokens: Tokens): Promise<boolean> {
  const key = apikey ?? bearer
  if (!key) return false
  if (tokens.roleOfKey(key)) return true
  // An expired token passes: the API refuses it with its own error.
  return tokens.verify(key).then(
    () => true,
    (error: { code?: string }) => error.code === 'PGRST303',
  )
}

/** The caller: by the bearer token, else by the role of the API key, else anon. Throws a TokenError. */
export async function callerOf({ apikey, bearer }: Credentials, tokens: Tokens): Promise<Caller> {
  // An opaque key sent as bearer token is not a JWT: then the API key decides.
  const token = bearer && !tokens.roleOfKey(bearer) ? bearer : (apikey ?? bearer)
  if (!token) return { claims: { role: 'anon' } }
  const role = tokens.roleOfKey(token)
  if (role) return { claims: { role } }
  const claims = await tokens.verify(token)
  const isUser = claims.role !== 'anon' && typeof claims.sub === 'string' && uuid.test(claims.sub)
  return { claims, token, ...(isUser && { userId: claims.sub }) }
}
