// Google's side of signing in, for a machine where there is no Google: the same questions and answers, and accounts that are made up.
// For development and tests; it listens to this machine only, and knows nobody's password.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type IdTokenClaims, type Signer, createSigner } from './google/id-tokens.fake.ts'
import type { GoogleAccount } from './google/accounts.fake.ts'
import { type Grant, createGrants } from './google/grants.fake.ts'
import { accountsPage, mistakePage } from './google/pages.fake.ts'

export type { GoogleAccount }

type Options = {
  accounts?: GoogleAccount[]
  /** Where browsers may be sent back to: whatever path of these origins. */
  origins: readonly string[]
  port?: number
  /** Made up unless it is given. */
  clientSecret?: string
}

export type StandIn = {
  issuer: string
  clientId: string
  clientSecret: string
  accounts: GoogleAccount[]
  /** What a person does who is sent to this address: choose an account, or turn back. Answers where the browser goes then. */
  choose(address: string, email: string | undefined): Promise<URL>
  /** An ID token as an app on a phone gets it; `claims` says what is to be different. */
  idToken(email: string, claims?: Partial<IdTokenClaims>): Promise<string>
  stop(): Promise<void>
}

type Answer = { status: number; headers?: Record<string, string>; body?: string | object }
type Values = URLSearchParams

/** Starts it. Resolves when it answers. */
export async function startGoogle(options: Options): Promise<StandIn> {
  const accounts = options.accounts ?? [
    { email: 'dana@example.com', name: 'דנה כהן' },
    { email: 'yossi@example.com', name: 'יוסי לוי' },
  ]
  const secret = options.clientSecret ?? randomBytes(16).toString('hex')
  const client = { id: 'stand-in.apps.googleusercontent.com', secret }
  const ready = Promise.withResolvers<void>()
  // Whoever knocks as soon as the port is there waits until there is somebody to answer.
  const server = createServer((request, response) => void ready.promise.then(() => answer(request, response)))
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const signer: Signer = await createSigner(issuer)
  const grants = createGrants(client)

  const accountOf = (email: string): GoogleAccount => {
    const known = accounts.find((account) => account.email === email)
    if (known) return known
    accounts.push({ email, name: email.split('@')[0]! })
    return accounts.at(-1)!
  }

  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/o/oauth2/v2/auth`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/v1/userinfo`,
    revocation_endpoint: `${issuer}/revoke`,
    jwks_uri: `${issuer}/oauth2/v3/certs`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'email', 'profile'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    code_challenge_methods_supported: ['plain', 'S256'],
  }

  /** What is wrong with a question, in Google's words; then the browser stays here. */
  function mistakeIn(asked: Values): string | undefined {
    const back = asked.get('redirect_uri') ?? ''
    if (asked.get('client_id') !== client.id) return 'invalid_client'
    if (!URL.canParse(back) || !options.origins.includes(new URL(back).origin)) return 'redirect_uri_mismatch'
    if (asked.get('response_type') !== 'code') return 'unsupported_response_type'
    if (!asked.get('scope')) return 'invalid_scope'
    return undefined
  }

  /** The person has chosen, or turned back. */
  function decide(asked: Values, email: string | undefined): Answer {
    const back = new URL(asked.get('redirect_uri')!)
    const state = asked.get('state')
    if (state !== null) back.searchParams.set('state', state)
    if (email) {
      back.searchParams.set('code', grants.issueCode(asked, accountOf(email).email))
      back.searchParams.set('scope', asked.get('scope')!)
      back.searchParams.set('authuser', '0')
    } else back.searchParams.set('error', 'access_denied')
    return { status: 302, headers: { location: back.href } }
  }

  function authorize(method: string, asked: Values): Answer {
    const mistake = mistakeIn(asked)
    if (mistake) return { status: 400, body: mistakePage(mistake) }
    const chosen = method === 'POST' ? asked.get('other') || asked.get('account') || undefined : undefined
    if (method === 'POST') return decide(asked, chosen)
    return { status: 200, body: accountsPage(accounts, asked) }
  }

  async function tokens({ scope, email, nonce, accessToken, refreshToken }: Grant): Promise<Answer> {
    const isOpenId = scope.split(' ').includes('openid')
    const claims = { aud: client.id, nonce, accessToken }
    const body = {
      access_token: accessToken,
      expires_in: 3599,
      scope,
      token_type: 'Bearer',
      ...(isOpenId && { id_token: await signer.idToken(accountOf(email), claims) }),
      ...(refreshToken && { refresh_token: refreshToken }),
    }
    return { status: 200, headers: { 'cache-control': 'no-store' }, body }
  }

  async function token(request: IncomingMessage, asked: Values): Promise<Answer> {
    const grant = grants.redeem(asked, request.headers.authorization)
    return typeof grant === 'string'
      ? { status: grant === 'invalid_client' ? 401 : 400, body: { error: grant, error_description: 'Bad Request' } }
      : tokens(grant)
  }

  function userInfo(request: IncomingMessage): Answer {
    const email = grants.holderOf(/^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1])
    if (!email) return { status: 401, body: { error: 'invalid_request', error_description: 'Invalid Credentials' } }
    return { status: 200, body: signer.facts(accountOf(email)) }
  }

  async function answerOf(request: IncomingMessage): Promise<Answer> {
    const { pathname, searchParams } = new URL(request.url!, issuer)
    const asked =
      request.method === 'POST' ? new URLSearchParams([...searchParams, ...(await formOf(request))]) : searchParams
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return { status: 200, body: metadata }
      case '/oauth2/v3/certs':
        return { status: 200, body: { keys: [signer.publicKey] } }
      case '/o/oauth2/v2/auth':
        return authorize(request.method!, asked)
      case '/token':
        return token(request, asked)
      case '/v1/userinfo':
        return userInfo(request)
      case '/revoke':
        return grants.revoke(asked.get('token') ?? '')
          ? { status: 200, body: {} }
          : { status: 400, body: { error: 'invalid_token', error_description: 'Token expired or revoked' } }
      default:
        return { status: 404, body: 'Not found' }
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { status, headers, body = '' } = await answerOf(request)
    const type = typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'
    response.writeHead(status, { 'content-type': type, ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

  ready.resolve()
  return {
    issuer,
    clientId: client.id,
    clientSecret: client.secret,
    accounts,
    async choose(address, email) {
      const { searchParams } = new URL(address)
      const mistake = mistakeIn(searchParams)
      if (mistake) throw new Error(mistake)
      return new URL(decide(searchParams, email).headers!['location']!)
    },
    idToken: (email, claims) => signer.idToken(accountOf(email), { aud: client.id, ...claims }),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function formOf(request: IncomingMessage): Promise<Values> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return new URLSearchParams(Buffer.concat(chunks).toString())
}
