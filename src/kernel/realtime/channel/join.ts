// What a client asks for when it joins a channel, and whether it may.
import type pg from 'pg'
import { z } from 'zod'
import { TokenError, type Tokens } from '../../jwt.ts'
import { Binding, type Reader } from '../changes/tables.ts'

const Options = z.object({
  broadcast: z.object({ ack: z.boolean().default(false), self: z.boolean().default(false) }).prefault({}),
  presence: z.object({ key: z.string().max(255).default(''), enabled: z.boolean().default(false) }).prefault({}),
  postgres_changes: z.array(Binding).max(100).default([]),
  postgres_changes_options: z
    .object({ wait: z.boolean().default(false), timeout: z.number().default(15_000) })
    .prefault({}),
  private: z.boolean().default(false),
})
export type JoinOptions = z.infer<typeof Options>

const JoinPayload = z.object({ config: Options.prefault({}), access_token: z.string().nullish() })

/** Why a channel is not opened, or not kept: the words the client gets. */
export class ChannelError extends Error {}

export function readJoin(payload: unknown): { options: JoinOptions; token: string | undefined } {
  const parsed = JoinPayload.safeParse(payload ?? {})
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!
    throw new ChannelError(`JoinPayloadInvalid: ${path.join('.')}: ${message}`)
  }
  return { options: parsed.data.config, token: parsed.data.access_token ?? undefined }
}

/** Who listens, and until when (milliseconds since 1970; undefined: for ever). */
export type Admission = { reader: Reader; until: number | undefined }

/** Checks a token or an API key. Throws a ChannelError. */
export async function admit(tokens: Tokens, token: string): Promise<Admission> {
  const role = tokens.roleOfKey(token)
  if (role) return { reader: { role, claims: JSON.stringify({ role }) }, until: undefined }
  try {
    const claims = await tokens.verify(token)
    const { exp } = claims
    return {
      reader: { role: claims.role, claims: JSON.stringify(claims) },
      until: exp === undefined ? undefined : exp * 1000,
    }
  } catch (error) {
    if (!(error instanceof TokenError)) throw error
    throw new ChannelError(
      error.code === 'PGRST303' ? `InvalidJWTToken: ${expiry(error)}` : `MalformedJWT: ${error.message}`,
      { cause: error },
    )
  }
}

const expiry = ({ message }: TokenError) => (message === 'JWT expired' ? 'Token has expired' : message)

type May = { may_listen: boolean; may_send: boolean }

/** What a private channel allows: the policies on realtime.messages decide, each time for both kinds of message. */
export async function askPolicies(pool: pg.Pool, topic: string, { role, claims }: Reader) {
  const ask = async (extension: 'broadcast' | 'presence') => {
    const { rows } = await pool.query<May>('select * from realtime.may_use($1, $2, $3, $4)', [
      topic,
      extension,
      role,
      claims,
    ])
    return { listen: rows[0]!.may_listen, send: rows[0]!.may_send }
  }
  const [broadcast, presence] = await Promise.all([ask('broadcast'), ask('presence')])
  return { broadcast, presence }
}

export type Rights = Awaited<ReturnType<typeof askPolicies>>

const all = { listen: true, send: true }
export const openRights: Rights = { broadcast: all, presence: all }
