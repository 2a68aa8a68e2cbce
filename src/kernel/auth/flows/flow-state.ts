// Flow state of PKCE: the client sends the challenge, a hash of its secret verifier. Exchanging the code requires the verifier.
// The same rows hold the state of OAuth sign-ins while the browser is at the provider, with or without a challenge.
import { createHash, randomUUID } from 'node:crypto'
import { Refusal } from '../../errors.ts'
import type { Db } from '../../postgres/transaction.ts'
import { timingSafeEqualStrings } from '../../timing-safe-equal.ts'
import { invalid } from '../auth-errors.ts'

export type Challenge = { challenge: string; method: 's256' | 'plain' }

export type NewFlow = {
  /** `email`, `phone` or the provider's name. */
  provider: string
  /** Authentication method as in the claim `amr`: oauth, magiclink, recovery, email/signup … */
  method: string
  challenge?: Challenge | undefined
  userId?: string
  /** Final redirect address of the browser. */
  referrer?: string
  /** The signed-in user to whom the provider's account is added. */
  linkingTargetId?: string
  /** Nonce and PKCE verifier of our own request to the provider. */
  providerNonce?: string
  providerVerifier?: string
}

export type Flow = {
  id: string
  provider: string
  method: string
  challenge: Challenge | undefined
  userId: string | null
  referrer: string | null
  linkingTargetId: string | null
  providerNonce: string | null
  providerVerifier: string | null
}

/** Lifetime of an auth code, and of a sign-in at a provider. */
export const flowSeconds = 300

const challengePattern = /^[A-Za-z0-9._~-]{43,128}$/

/** The client's PKCE challenge, or undefined for the implicit flow. Throws when challenge or method is missing. */
export function challengeOf(sent: {
  code_challenge?: string | undefined
  code_challenge_method?: string | undefined
}): Challenge | undefined {
  const { code_challenge: challenge, code_challenge_method: method } = sent
  if (!challenge && !method) return undefined
  if (!challenge || !method) throw invalid('PKCE flow requires code_challenge_method and code_challenge')
  const lower = method.toLowerCase()
  if (lower !== 's256' && lower !== 'plain') throw invalid('unsupported code challenge method')
  if (challenge.length < 43 || challenge.length > 128)
    throw invalid('code challenge has to be between 43 and 128 characters')
  if (!challengePattern.test(challenge))
    throw invalid('code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes')
  return { challenge, method: lower }
}

/** Inserts a pending flow. Returns its id, which is also the `state` sent to a provider. */
export async function startFlow(db: Db, flow: NewFlow): Promise<string> {
  const id = randomUUID()
  await db.query(
    `insert into auth.flow_state (id, provider_type, authentication_method, code_challenge, code_challenge_method,
       user_id, referrer, linking_target_id, provider_nonce, provider_verifier)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      id,
      flow.provider,
      flow.method,
      flow.challenge?.challenge ?? null,
      flow.challenge?.method ?? null,
      flow.userId ?? null,
      flow.referrer ?? null,
      flow.linkingTargetId ?? null,
      flow.providerNonce ?? null,
      flow.providerVerifier ?? null,
    ],
  )
  return id
}

type FlowRow = Omit<Flow, 'challenge'> & { challenge: string | null; challengeMethod: 's256' | 'plain' | null }

const columns = `id, provider_type as provider, authentication_method as method, code_challenge as challenge,
  code_challenge_method as "challengeMethod", user_id as "userId", referrer, linking_target_id as "linkingTargetId",
  provider_nonce as "providerNonce", provider_verifier as "providerVerifier"`

/** The flow of a provider's `state`, which is a UUID. The row is locked until the transaction ends. */
export async function flowOfState(db: Db, state: string): Promise<(Flow & { isExpired: boolean }) | undefined> {
  const [row] = await db.query<FlowRow & { isExpired: boolean }>(
    `select ${columns}, created_at < now() - make_interval(secs => ${flowSeconds}) as "isExpired"
     from auth.flow_state where id = $1 and auth_code is null for update`,
    [state],
  )
  return row && { ...flowOf(row), isExpired: row.isExpired }
}

const flowOf = ({ challenge, challengeMethod, ...rest }: FlowRow): Flow => ({
  ...rest,
  challenge: challenge !== null && challengeMethod !== null ? { challenge, method: challengeMethod } : undefined,
})

/** Deletes a flow, which invalidates its state. */
export async function endFlow(db: Db, id: string) {
  await db.query('delete from auth.flow_state where id = $1', [id])
}

export type ProviderTokens = { providerToken?: string | undefined; providerRefreshToken?: string | undefined }

/** Issues the auth code of a flow once its user is authenticated. */
export async function issueAuthCode(db: Db, flowId: string, user: { id: string }, tokens: ProviderTokens = {}) {
  const code = randomUUID()
  await db.one(
    `update auth.flow_state set auth_code = $2, auth_code_issued_at = now(), user_id = $3, updated_at = now(),
       provider_access_token = $4, provider_refresh_token = $5 where id = $1 returning id`,
    [flowId, code, user.id, tokens.providerToken ?? null, tokens.providerRefreshToken ?? null],
  )
  return code
}

export type ConsumedCode = { userId: string; method: string } & ProviderTokens

/** Exchanges an auth code once. A wrong verifier does not consume it, so that only its client can use it. */
export async function consumeAuthCode(db: Db, code: string, verifier: string): Promise<ConsumedCode> {
  const [row] = await db.query<FlowRow & { token: string | null; refreshToken: string | null; isExpired: boolean }>(
    `select ${columns}, provider_access_token as token, provider_refresh_token as "refreshToken",
       auth_code_issued_at < now() - make_interval(secs => ${flowSeconds}) as "isExpired"
     from auth.flow_state where auth_code = $1 for update`,
    [code],
  )
  if (!row?.userId) throw new Refusal('flow_state_not_found', 404, 'invalid flow state, no valid flow state found')
  if (row.isExpired) throw new Refusal('flow_state_expired', 422, 'invalid flow state, flow state has expired')
  const { challenge } = flowOf(row)
  if (!challenge || !isVerifier(challenge, verifier))
    throw new Refusal('bad_code_verifier', 400, 'code challenge does not match previously saved code verifier')
  await endFlow(db, row.id)
  return {
    userId: row.userId,
    method: row.method,
    ...(row.token && { providerToken: row.token }),
    ...(row.refreshToken && { providerRefreshToken: row.refreshToken }),
  }
}

function isVerifier({ challenge, method }: Challenge, verifier: string) {
  const expected = method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  return timingSafeEqualStrings(challenge, expected)
}
