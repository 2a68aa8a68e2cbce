// What a function of functions/v1 is: who may call it and with what right, what goes in and out, then the doing.
import type { z } from 'zod'
import type { Caller } from '../http/gateway.ts'
import type { Db } from '../postgres/as-role.ts'

/** Who may call. A predicate is asked inside the transaction, as the caller: row-level security holds for its questions too. */
export type WhoMayCall = 'anyone' | 'signed-in' | 'service' | ((db: Db) => Promise<boolean>)

/** The circumstances of a call. `path` is what follows the name in the address, `signal` ends when nobody waits any longer. */
export type CallRequest = {
  id: string
  ip?: string
  userAgent?: string
  method: string
  path: string
  query: Record<string, string>
  headers: Record<string, string | string[] | undefined>
  signal: AbortSignal
}

export type Call<Input> = { input: Input; db: Db; caller: Caller; request: CallRequest }

type Definition<I extends z.ZodType, O extends z.ZodType> = {
  name: string
  caller: WhoMayCall
  /** As whom `db` works. 'caller': row-level security holds inside. 'service': service_role, still knowing who called. */
  as?: 'caller' | 'service'
  /** Default POST. With GET and HEAD the input is the query string. */
  methods?: readonly string[]
  /** Whether the address must be called with a key or token at all. False for calls from outside that prove themselves otherwise. */
  verify?: boolean
  /** Names of constraints and messages raised in SQL that the caller may be told, with their sentences. */
  refusals?: Readonly<Record<string, string>>
  timeoutMs?: number
  /** How often one client may call, by its address; beyond that `too_many_requests`. The service is not counted. */
  perClient?: { burst: number; refillMs: number }
  input: I
  output: O
  run(call: Call<z.infer<I>>): Promise<z.input<O>>
}

/** A function of any input and output, as the dispatcher sees it. */
export type DefinedFunction = Omit<Definition<z.ZodType, z.ZodType>, 'run'> & {
  run(call: Call<unknown>): Promise<unknown>
}

/**
 * Declares a function of functions/v1. `run` happens inside one transaction: it commits when `run` resolves with a valid output,
 * else nothing of it stays. Throw a Refusal to tell the caller why.
 */
export function defineFunction<I extends z.ZodType, O extends z.ZodType>(
  definition: Definition<I, O>,
): DefinedFunction {
  if (!/^[a-z][a-z0-9-]*$/.test(definition.name)) throw new Error(`Not a name for a function: ${definition.name}`)
  return definition
}
