// The payload of a join, and the authentication of its token.
import * as jose from 'jose'
import { z } from 'zod'
import { TokenError, type Tokens } from '../../jwt.ts'
import { Binding, type CallerIdentity } from '../changes/tables.ts'

/** Some clients send booleans as strings. */
const flag = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')])
  .nullish()
  .transform((value) => value ?? false)
/** Null counts as absent. */
const section = <Schema extends z.ZodType>(schema: Schema) => z.preprocess((value) => value ?? {}, schema)

const Replay = z.object({ since: z.number().int().min(0).max(8.64e15), limit: z.number().int().default(25) })
export type Replay = z.infer<typeof Replay>

const Options = z.object({
  broadcast: section(z.object({ ack: flag, self: flag, replication_ready: flag, replay: z.unknown().optional() })),
  presence: section(z.object({ key: z.string().max(255).nullish(), enabled: flag })),
  postgres_changes: z
    .array(Binding)
    .max(100)
    .nullish()
    .transform((bindings) => bindings ?? []),
  postgres_changes_options: section(z.object({ wait: flag, timeout: z.number().default(15_000) })),
  private: flag,
})
export type JoinOptions = Omit<z.infer<typeof Options>, 'broadcast'> & {
  broadcast: { ack: boolean; self: boolean; replication_ready: boolean; replay: Replay | undefined }
}

const JoinPayload = z.object({
  config: section(Options),
  access_token: z.string().nullish(),
  user_token: z.string().nullish(),
})

const maxTopicLength = 1000

/** Why a channel is refused or closed; the client receives the message. */
export class ChannelError extends Error {}
/** A temporary failure. */
export class OverloadError extends ChannelError {}

/** Whether the topic is a valid channel name. */
export const isTopic = (topic: string) =>
  topic.startsWith('realtime:') &&
  topic.length > 'realtime:'.length &&
  topic.length <= maxTopicLength &&
  !topic.includes('\0')

export function readJoin(payload: unknown): { options: JoinOptions; token: string | undefined } {
  const parsed = JoinPayload.safeParse(payload ?? {})
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!
    throw new ChannelError(`JoinPayloadInvalid: ${path.join('.')}: ${message}`)
  }
  const { config, access_token, user_token } = parsed.data
  const options = { ...config, broadcast: { ...config.broadcast, replay: readReplay(config) } }
  return { options, token: access_token ?? user_token ?? undefined }
}

function readReplay({ private: isPrivate, broadcast: { replay } }: z.infer<typeof Options>): Replay | undefined {
  if (replay === undefined || replay === null || replay === false) return undefined
  if (!isPrivate) throw new ChannelError('UnableToReplayMessages: Replay is not allowed for public channels')
  const parsed = Replay.safeParse(replay)
  if (!parsed.success) throw new ChannelError('UnableToReplayMessages: Replay params are not valid')
  return parsed.data
}

/** `until` is the expiry in milliseconds since 1970; undefined for API keys, which do not expire. */
export type AuthenticatedCaller = { caller: CallerIdentity; until: number | undefined }

/** Checks a token or an API key. Throws a ChannelError. */
export async function authenticate(tokens: Tokens, token: string): Promise<AuthenticatedCaller> {
  const role = tokens.roleOfKey(token)
  if (role) return { caller: { role, claims: JSON.stringify({ role }) }, until: undefined }
  try {
    const claims = await tokens.verify(token)
    const { exp } = claims
    if (exp === undefined || jose.decodeJwt(token)['role'] === undefined)
      throw new ChannelError('InvalidJWTToken: Fields `role` and `exp` are required in JWT')
    return { caller: { role: claims.role, claims: JSON.stringify(claims) }, until: exp * 1000 }
  } catch (error) {
    if (!(error instanceof TokenError)) throw error
    throw new ChannelError(
      error.code === 'PGRST303' ? `InvalidJWTToken: ${expiry(error, token)}` : `MalformedJWT: ${error.message}`,
      { cause: error },
    )
  }
}

function expiry({ message }: TokenError, token: string) {
  if (message !== 'JWT expired') return message
  const { exp = 0 } = jose.decodeJwt(token)
  return `Token has expired ${Math.floor(Date.now() / 1000 - exp)} seconds ago`
}
