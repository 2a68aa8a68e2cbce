import * as jose from 'jose'
import { afterEach, expect, inject, test } from 'vitest'
import { ask } from './ask.ts'
import { loginOf } from './clients.ts'
import { type Node, startNode } from './installation/nodes.ts'

const { databaseUrl, beside } = inject('server')
let node: Node | undefined
afterEach(() => node?.stop())

async function keyOf(alg: 'RS256' | 'ES256', kid: string, key_ops: string[]) {
  const { privateKey } = await jose.generateKeyPair(alg, { extractable: true })
  return { privateKey, jwk: { ...(await jose.exportJWK(privateKey)), kid, alg, key_ops } }
}

test.each(['RS256', 'ES256'] as const)(
  'an imported %s key signs new tokens, and tokens of a previous key stay valid',
  async (alg) => {
    const signing = await keyOf(alg, 'signing', ['sign', 'verify'])
    const previous = await keyOf(alg === 'RS256' ? 'ES256' : 'RS256', 'previous', ['verify'])
    const settings = { GOTRUE_JWT_KEYS: JSON.stringify([previous.jwk, signing.jwk]) }
    node = await startNode({ databaseUrl, beside, settings })
    const at = node.url

    const { keys } = (await ask('/auth/v1/.well-known/jwks.json', { at })).body as { keys: jose.JWK[] }
    expect(keys.map(({ kid }) => kid)).toEqual(expect.arrayContaining(['signing', 'previous']))
    expect(keys.every((key) => !('d' in key) && !('p' in key) && key.key_ops?.join() === 'verify')).toBe(true)

    const signedIn = await ask('/auth/v1/token?grant_type=password', { at, body: loginOf('owner') })
    const { access_token } = signedIn.body as { access_token: string }
    expect(jose.decodeProtectedHeader(access_token)).toMatchObject({ alg, kid: 'signing' })
    await expect(jose.jwtVerify(access_token, jose.createLocalJWKSet({ keys }))).resolves.toBeTruthy()
    expect((await ask('/auth/v1/user', { at, token: access_token })).status).toBe(200)

    const claims = jose.decodeJwt(access_token)
    const older = { alg: previous.jwk.alg, kid: 'previous' }
    const token = await new jose.SignJWT(claims).setProtectedHeader(older).sign(previous.privateKey)
    expect((await ask('/auth/v1/user', { at, token })).status).toBe(200)
    expect((await ask('/rest/v1/user_roles?select=role&limit=1', { at, token })).status).toBe(200)

    const foreign = await keyOf(alg, 'signing', ['sign'])
    const forged = await new jose.SignJWT(claims).setProtectedHeader({ alg, kid: 'signing' }).sign(foreign.privateKey)
    expect((await ask('/auth/v1/user', { at, token: forged })).status).toBe(403)
    const unnamed = await new jose.SignJWT(claims)
      .setProtectedHeader({ ...older, kid: 'nobody' })
      .sign(previous.privateKey)
    expect((await ask('/auth/v1/user', { at, token: unnamed })).status).toBe(403)
  },
)
