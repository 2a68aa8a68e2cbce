// Who asks: the API key opens the door, the bearer token says who comes in.
import type { IncomingHttpHeaders } from 'node:http'
import type { Tokens } from '../jwt.ts'
import type { Claims } from '../postgres/as-role.ts'

/** Who asks. `userId` only for a signed-in user; `token` is the JWT the claims came from, when there was one. */
export type Caller = { claims: Claims; userId?: string; token?: string }

export type Credentials = { apikey?: string; bearer?: string }

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The key from the header `apikey` or from the address (a web socket has no headers), the token from `authorization`. */
export function readCredentials(headers: IncomingHttpHeaders, query: unknown): Credentials {
  const inAddress = (query as Record<string, unknown> | undefined)?.['apikey']
  const apikey = headers['apikey'] ?? inAddress
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
  return { ...(typeof apikey === 'string' && apikey && { apikey }), ...(bearer && { bearer }) }
}

/** Is the API key one of ours? A token of ours is as good as the public key, which every visitor has. */
export async function opensTheDoor({ apikey, bearer }: Credentials, tokens: Tokens): Promise<boolean> {
  const key = apikey ?? bearer
  if (!key) return false
  if (tokens.roleOfKey(key)) return true
  // An expired session still came through the door: the surface answers for the token itself.
  return tokens.verify(key).then(
    () => true,
    (error: { code?: string }) => error.code === 'PGRST303',
  )
}

/** The caller behind the credentials: the bearer token if there is one, else the role of the API key, else anon. Throws a TokenError. */
export async function callerOf({ apikey, bearer }: Credentials, tokens: Tokens): Promise<Caller> {
  // An opaque key is never a token, even where a client sends it as one: then the API key decides.
  const token = bearer && !tokens.roleOfKey(bearer) ? bearer : (apikey ?? bearer)
  if (!token) return { claims: { role: 'anon' } }
  const role = tokens.roleOfKey(token)
  if (role) return { claims: { role } }
  const claims = await tokens.verify(token)
  const isUser = claims.role !== 'anon' && typeof claims.sub === 'string' && uuid.test(claims.sub)
  return { claims, token, ...(isUser && { userId: claims.sub }) }
}
