// POST token?grant_type=web3: a session for a message that an Ethereum or Solana wallet signed.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '../../errors.ts'
import { inTransaction } from '../../postgres/transaction.ts'
import { OAuthRefusal, invalid } from '../auth-errors.ts'
import { isAllowed, redirectOf } from '../flows/redirects.ts'
import type { Auth } from '../instance.ts'
import type { ProviderProfile } from '../providers/provider-profile.ts'
import { resolveAccount } from '../providers/resolve-account.ts'
import { bodyOf } from '../request-body.ts'
import { deviceOf, sessionResponse, startSession } from '../sessions/sessions.ts'
import { type Chain, type WalletMessage, parseWalletMessage } from './wallet-message.ts'
import { isSignedByEthereum, isSignedBySolana } from './wallet-signature.ts'

const Web3Grant = z.object({
  chain: z.string().nullish(),
  message: z.string().default(''),
  signature: z.string().default(''),
})

const names = { ethereum: 'Ethereum', solana: 'Solana' } as const
const [minMessage, maxMessage] = [64, 20 * 1024]

export async function web3Grant(auth: Auth, request: FastifyRequest) {
  const { web3 } = auth.settings
  if (!web3.ethereum && !web3.solana) throw disabled('Web3')
  auth.limits.checkRequest('web3', request)
  const { chain, message, signature } = bodyOf(request, Web3Grant)
  if (chain !== 'ethereum' && chain !== 'solana') throw new Refusal('web3_unsupported_chain', 400, 'Unsupported chain')
  if (!web3[chain]) throw disabled(`${names[chain]} Web3`)
  const length = Buffer.byteLength(message)
  if (length < minMessage) throw invalid('message is too short')
  if (length > maxMessage) throw invalid('message must not exceed 20KB')
  const bytes = chain === 'ethereum' ? fromHex(signature) : fromBase64(signature)
  const signed = parseWalletMessage(chain, message)
  const isSigned = chain === 'ethereum' ? isSignedByEthereum : isSignedBySolana
  if (!isSigned(signed.address, message, bytes)) throw refused('Signature does not match address in message')
  checkOrigin(auth, chain, signed)
  checkTimes(chain, signed, chain === 'ethereum' ? web3.ethereumSeconds : web3.solanaSeconds)

  const signIn = { auth, request, redirectTo: redirectOf(request, auth) }
  const { user, session } = await inTransaction(auth.pool, undefined, async (db) => {
    const account = await resolveAccount(db, signIn, profileOf(chain, signed))
    return { user: account.user, session: await startSession(db, account.user, 'web3', deviceOf(request)) }
  })
  return sessionResponse(auth, user, session)
}

const disabled = (what: string) => new Refusal('web3_provider_disabled', 422, `${what} provider is disabled`)
const refused = (description: string) => new OAuthRefusal('invalid_grant', description)

function fromHex(signature: string) {
  const hex = signature.replace(/^0x/, '')
  if (!/^[0-9a-f]{130}$/i.test(hex))
    throw invalid('signature must be 65 bytes long, encoded as a 130 character-long hexadecimal string')
  return Buffer.from(hex, 'hex')
}

function fromBase64(signature: string) {
  if (signature.length !== 86 && signature.length !== 88)
    throw invalid('signature must be 64 bytes encoded as base64 with or without padding')
  if (!/^[\w+/-]{86}(==)?$/.test(signature)) throw invalid('signature does not contain valid base64 characters')
  return Buffer.from(signature, 'base64')
}

/** Checks that the message was signed for this installation: another site could replay its visitors' signatures here. */
function checkOrigin(auth: Auth, chain: Chain, { uri, domain }: WalletMessage) {
  const signed = `Signed ${names[chain]} message is using`
  const isLocalhost = uri.hostname === 'localhost'
  if (uri.protocol !== 'https:' && !(isLocalhost && uri.protocol === 'http:'))
    throw refused(`${signed} URI which does not use HTTPS`)
  if (!isAllowed(uri.href, auth))
    throw refused(`${signed} URI which is not allowed on this server, message was signed for another app`)
  if (!isLocalhost && (uri.host !== domain || !isAllowed(`https://${domain}/`, auth)))
    throw refused(`${signed} a Domain that does not match the one in URI which is not allowed on this server`)
}

function checkTimes(chain: Chain, { issuedAt, expiresAt, notBefore }: WalletMessage, maxAgeSeconds: number) {
  const now = Date.now()
  const age = now - issuedAt.getTime()
  const name = names[chain]
  if (notBefore && now < notBefore.getTime()) throw refused(`Signed ${name} message becomes valid in the future`)
  if (expiresAt && now > expiresAt.getTime()) throw refused(`Signed ${name} message is expired`)
  if (age > maxAgeSeconds * 1000) throw refused(`${name} message was issued too long ago`)
  if (age < -maxAgeSeconds * 1000) throw refused(`${name} message was issued too far in the future`)
}

function profileOf(chain: Chain, { address, network, domain, statement }: WalletMessage): ProviderProfile {
  const subject = `web3:${chain}:${address}`
  return {
    provider: 'web3',
    subject,
    email: undefined,
    isEmailVerified: false,
    hasNoEmail: true,
    data: {
      sub: subject,
      custom_claims: { address, chain, network, domain, statement },
      email_verified: false,
      phone_verified: false,
    },
  }
}
