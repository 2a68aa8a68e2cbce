// Codes and tokens, in memory.
import { createHash, randomBytes } from 'node:crypto'

export type Grant = {
  email: string
  scope: string
  nonce: string | undefined
  accessToken: string
  refreshToken: string | undefined
}

type Code = { asked: URLSearchParams; email: string; at: number }

const codeMs = 60_000

export function createGrants(client: { id: string; secret: string }) {
  const codes = new Map<string, Code>()
  const accessTokens = new Map<string, { email: string; scope: string }>()
  const refreshTokens = new Map<string, { email: string; scope: string }>()
  const agreed = new Set<string>()
  let refreshes = 0

  const make = (prefix: string) => prefix + randomBytes(24).toString('base64url')

  function grant(email: string, scope: string, more: Partial<Grant> = {}): Grant {
    const accessToken = make('ya29.')
    accessTokens.set(accessToken, { email, scope })
    return { email, scope, nonce: undefined, refreshToken: undefined, ...more, accessToken }
  }

  function isClient(params: URLSearchParams, authorization: string | undefined) {
    const basic = /^Basic (\S+)$/.exec(authorization ?? '')?.[1]
    const [id, secret] = basic
      ? Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
      : [params.get('client_id'), params.get('client_secret')]
    return id === client.id && secret === client.secret
  }

  function redeemCode(brought: URLSearchParams): Grant | string {
    const code = brought.get('code') ?? ''
    const issued = codes.get(code)
    codes.delete(code)
    if (!issued || Date.now() - issued.at > codeMs) return 'invalid_grant'
    const { asked, email } = issued
    if (asked.get('redirect_uri') !== brought.get('redirect_uri')) return 'redirect_uri_mismatch'
    const challenge = asked.get('code_challenge')
    const verifier = brought.get('code_verifier') ?? ''
    const isPlain = asked.get('code_challenge_method') !== 'S256'
    if (challenge && challenge !== (isPlain ? verifier : createHash('sha256').update(verifier).digest('base64url')))
      return 'invalid_grant'
    const scope = asked.get('scope')!
    // Google issues a refresh token with offline access, at the first consent and at every prompted one.
    const isFirst = !agreed.has(email)
    agreed.add(email)
    const isLasting =
      asked.get('access_type') === 'offline' && (isFirst || (asked.get('prompt') ?? '').split(' ').includes('consent'))
    const refreshToken = isLasting ? make('1//') : undefined
    if (refreshToken) refreshTokens.set(refreshToken, { email, scope })
    return grant(email, scope, { nonce: asked.get('nonce') ?? undefined, refreshToken })
  }

  function forget(tokens: Map<string, { email: string }>, holder: string) {
    for (const [token, { email }] of tokens) if (email === holder) tokens.delete(token)
  }
  function revokeAll(email: string) {
    agreed.delete(email)
    forget(accessTokens, email)
    forget(refreshTokens, email)
  }

  return {
    expireAccess: (email: string) => forget(accessTokens, email),
    revokeAll,
    refreshes: () => refreshes,
    issueCode(params: URLSearchParams, email: string): string {
      const code = make('4/0A')
      codes.set(code, { asked: new URLSearchParams(params), email, at: Date.now() })
      return code
    },

    /** Tokens for a code or a refresh token, or an OAuth error. */
    redeem(brought: URLSearchParams, authorization: string | undefined): Grant | string {
      if (!isClient(brought, authorization)) return 'invalid_client'
      if (brought.get('grant_type') === 'authorization_code') return redeemCode(brought)
      if (brought.get('grant_type') !== 'refresh_token') return 'unsupported_grant_type'
      const lasting = refreshTokens.get(brought.get('refresh_token') ?? '')
      if (lasting) refreshes++
      return lasting ? grant(lasting.email, lasting.scope) : 'invalid_grant'
    },

    holderOf: (accessToken: string | undefined) => accessTokens.get(accessToken ?? ''),

    /** Revokes the grant of a token. False for an unknown token. */
    revoke(token: string): boolean {
      const holder = accessTokens.get(token) ?? refreshTokens.get(token)
      if (!holder) return false
      revokeAll(holder.email)
      return true
    },
  }
}
