// An independent OpenID provider in place of Google: its login form accepts any address as an account.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair } from 'jose'
import { type Interaction, Provider } from 'oidc-provider'

const chooser = '/choose'

/** Starts the provider. `allowRedirects` sets the redirect URIs once they are known. */
export async function startOpenIdProvider() {
  let response = (_request: IncomingMessage, reply: ServerResponse) => void reply.writeHead(503).end()
  const server = createServer((request, reply) => response(request, reply)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = { client_id: 'conformance', client_secret: randomUUID() }
  // A mobile app: a public client without a secret, which signs in with its ID token.
  const app = {
    client_id: 'conformance-app',
    token_endpoint_auth_method: 'none' as const,
    redirect_uris: ['http://127.0.0.1:9/app'],
  }
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: randomUUID() }

  return {
    issuer,
    /** Settings of the product for this provider. */
    settings: {
      GOTRUE_EXTERNAL_GOOGLE_ENABLED: 'true',
      GOTRUE_EXTERNAL_GOOGLE_URL: issuer,
      GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID: `${client.client_id},${app.client_id}`,
      GOTRUE_EXTERNAL_GOOGLE_SECRET: client.client_secret,
    },
    allowRedirects(...addresses: string[]) {
      const provider = new Provider(issuer, {
        clients: [{ ...client, redirect_uris: addresses }, app],
        jwks: { keys: [key] },
        cookies: { keys: [randomUUID()] },
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
        conformIdTokenClaims: false,
        pkce: { required: () => true },
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_context, { uid }: Interaction) => `${chooser}/${uid}` },
        findAccount: (_context, email) => ({ accountId: email, claims: () => factsOf(email) }),
        loadExistingGrant: ({ oidc }) =>
          agreeToEverything(oidc.provider, oidc.client!.clientId, oidc.session!.accountId!),
        ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      })
      const protocol = provider.callback()
      response = (request, reply) =>
        void (request.url!.startsWith(chooser) ? choose(provider, request, reply) : protocol(request, reply))
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const factsOf = (email: string) => ({
  sub: `account of ${email}`,
  email,
  email_verified: !email.startsWith('unverified'),
  name: email.split('@')[0]!,
})

async function agreeToEverything(provider: Provider, clientId: string, accountId: string) {
  const grant = new provider.Grant({ clientId, accountId })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

async function choose(provider: Provider, request: IncomingMessage, reply: ServerResponse) {
  const { params, prompt, session } = await provider.interactionDetails(request, reply)
  if (prompt.name === 'consent') {
    const { jti: grantId } = await agreeToEverything(provider, String(params['client_id']), session!.accountId)
    return provider.interactionFinished(request, reply, { consent: { grantId } }, { mergeWithLastSubmission: true })
  }
  if (request.method !== 'POST') return reply.writeHead(200, { 'content-type': 'text/html' }).end(page)
  const form = new URLSearchParams(await text(request))
  const result = form.has('no')
    ? { error: 'access_denied', error_description: 'The user cancelled' }
    : { login: { accountId: form.get('email')! } }
  return provider.interactionFinished(request, reply, result)
}

const page = `<!doctype html><title>Choose an account</title><form method="post"><label>E-mail <input name="email"></label>
<button>Continue</button> <button name="no" value="1">Cancel</button></form>`
