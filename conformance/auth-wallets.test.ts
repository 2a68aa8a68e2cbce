import { generateKeyPairSync, sign } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ask } from './ask.ts'
import { publicKey } from './clients.ts'
import { type Node, startNode } from './installation/nodes.ts'

const { databaseUrl, beside } = inject('server')
let node: Node
beforeAll(async () => {
  const settings = {
    GOTRUE_EXTERNAL_WEB3_ETHEREUM_ENABLED: 'true',
    GOTRUE_EXTERNAL_WEB3_SOLANA_ENABLED: 'true',
    GOTRUE_URI_ALLOW_LIST: 'https://wallet.example/**',
  }
  node = await startNode({ databaseUrl, beside, settings })
})
afterAll(() => node.stop())

const client = () =>
  createClient(node.url, publicKey, { auth: { persistSession: false, autoRefreshToken: false } }).auth

function ethereumWallet() {
  const { secretKey, publicKey: compressed } = secp256k1.keygen()
  const whole = secp256k1.Point.fromBytes(compressed).toBytes(false)
  const address = `0x${Buffer.from(keccak_256(whole.subarray(1)).subarray(12)).toString('hex')}`
  return {
    address,
    sign(message: string) {
      const text = Buffer.from(message)
      const hash = keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`), text]))
      const [recovery, ...rs] = secp256k1.sign(hash, secretKey, { prehash: false, format: 'recovered' })
      return `0x${Buffer.from([...rs, recovery! + 27]).toString('hex')}` as const
    },
  }
}

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

function solanaWallet() {
  const { privateKey, publicKey: key } = generateKeyPairSync('ed25519')
  const bytes = Buffer.from(key.export({ format: 'jwk' }).x!, 'base64url')
  let [value, address] = [BigInt(`0x${bytes.toString('hex')}`), '']
  for (; value > 0n; value /= 58n) address = base58[Number(value % 58n)]! + address
  for (const byte of bytes) {
    if (byte !== 0) break
    address = `1${address}`
  }
  return { address, sign: (message: string) => new Uint8Array(sign(null, Buffer.from(message), privateKey)) }
}

const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

type Lines = { domain?: string; uri?: string; issuedAt?: string; more?: string[] }
const messageOf = (
  chain: 'Ethereum' | 'Solana',
  address: string,
  { domain = 'wallet.example', uri = 'https://wallet.example/in', issuedAt = at(0), more = [] }: Lines = {},
) =>
  [
    `${domain} wants you to sign in with your ${chain} account:`,
    address,
    '',
    'כניסה לאזור האישי',
    '',
    `URI: ${uri}`,
    'Version: 1',
    `Chain ID: ${chain === 'Ethereum' ? '1' : 'mainnet'}`,
    'Nonce: 32891756',
    `Issued At: ${issuedAt}`,
    ...more,
  ].join('\n')

test('an Ethereum wallet signs in, and its address identifies the same user regardless of letter case', async () => {
  const wallet = ethereumWallet()
  const message = messageOf('Ethereum', wallet.address)
  const { data, error } = await client().signInWithWeb3({ chain: 'ethereum', message, signature: wallet.sign(message) })
  expect(error).toBeNull()
  const subject = `web3:ethereum:${wallet.address}`
  expect(data.user).toMatchObject({
    email: '',
    app_metadata: { provider: 'web3', providers: ['web3'] },
    user_metadata: {
      sub: subject,
      custom_claims: { address: wallet.address, chain: 'ethereum', network: '1', domain: 'wallet.example' },
    },
    identities: [{ provider: 'web3', id: subject }],
  })
  const claims = JSON.parse(Buffer.from(data.session!.access_token.split('.')[1]!, 'base64url').toString()) as object
  expect(claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'web3' }] })
  const upper = messageOf('Ethereum', `0x${wallet.address.slice(2).toUpperCase()}`)
  const again = await client().signInWithWeb3({ chain: 'ethereum', message: upper, signature: wallet.sign(upper) })
  expect(again.data.user!.id).toBe(data.user!.id)
})

test('a Solana wallet signs in, and repeated sign-ins are the same user', async () => {
  const wallet = solanaWallet()
  const users: (string | undefined)[] = []
  for (let i = 0; i < 2; i++) {
    const message = messageOf('Solana', wallet.address, { more: ['Resources:', '- https://wallet.example/terms'] })
    const { data, error } = await client().signInWithWeb3({ chain: 'solana', message, signature: wallet.sign(message) })
    expect(error).toBeNull()
    users.push(data.user?.id)
  }
  expect(users[0]).toBeDefined()
  expect(users[1]).toBe(users[0])
})

const wallet = ethereumWallet()
const grant = async (message: string, signature: string = wallet.sign(message), chain = 'ethereum') =>
  ask('/auth/v1/token?grant_type=web3', { at: node.url, body: { chain, message, signature } })

const refusals: [what: string, lines: Lines, description: RegExp][] = [
  ['for another app', { uri: 'https://elsewhere.example/', domain: 'elsewhere.example' }, /not allowed on this server/],
  ['whose domain is not that of its URI', { domain: 'elsewhere.example' }, /Domain that does not match/],
  ['without https', { uri: 'http://wallet.example/in' }, /does not use HTTPS/],
  ['issued long ago', { issuedAt: at(-660) }, /issued too long ago/],
  ['issued in the future', { issuedAt: at(660) }, /too far in the future/],
  ['that is expired', { issuedAt: at(-60), more: [`Expiration Time: ${at(-30)}`] }, /is expired/],
  ['that is not valid yet', { more: [`Not Before: ${at(60)}`] }, /becomes valid in the future/],
]

test.each(refusals)('a signed message %s is refused', async (_, lines, description) => {
  const answer = await grant(messageOf('Ethereum', wallet.address, lines))
  expect(answer).toMatchObject({
    status: 400,
    body: { error: 'invalid_grant', error_description: expect.stringMatching(description) },
  })
})

test('a signature by a different wallet, of a different text or in a wrong format is refused', async () => {
  const message = messageOf('Ethereum', wallet.address)
  const mismatch = { error: 'invalid_grant', error_description: 'Signature does not match address in message' }
  for (const signature of [ethereumWallet().sign(message), wallet.sign(`${message}\n`), `0x${'ff'.repeat(65)}`])
    expect(await grant(message, signature)).toMatchObject({ status: 400, body: mismatch })
  expect(await grant(message, '0x12')).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } })
  const solana = solanaWallet()
  const other = messageOf('Solana', solana.address)
  const wrong = Buffer.from(solanaWallet().sign(other)).toString('base64')
  expect(await grant(other, wrong, 'solana')).toMatchObject({ status: 400, body: mismatch })
})

test('malformed messages and unknown chains are refused with specific errors', async () => {
  const message = messageOf('Ethereum', wallet.address)
  const cases: [string, string][] = [
    [message.replace('Version: 1', 'Version: 2'), 'siwe: Version value is not supported, expected 1 got "2"'],
    [message.replace(/Issued At.*/, 'Nothing: 1'), 'siwe: Issued At is not specified'],
    [message.replace('Chain ID: 1', 'Chain ID: x'), 'siwe: Chain ID is not valid'],
    [`${message}\nURI: https://wallet.example/other`, 'siwe: URI is specified twice'],
    ['short', 'message is too short'],
  ]
  for (const [text, msg] of cases)
    expect((await grant(text)).body).toMatchObject({ error_code: 'validation_failed', msg })
  expect(await grant(message, undefined, 'kaspa')).toMatchObject({ body: { error_code: 'web3_unsupported_chain' } })
})

test('all SSO endpoints respond with saml_provider_disabled', async () => {
  const disabled = { status: 404, body: { error_code: 'saml_provider_disabled', msg: 'SAML 2.0 is disabled' } }
  expect(await ask('/auth/v1/sso', { body: { domain: 'example.com' } })).toMatchObject(disabled)
  expect(await ask('/auth/v1/sso/saml/metadata')).toMatchObject(disabled)
  expect(await ask('/auth/v1/sso/saml/acs', { body: {} })).toMatchObject(disabled)
})
