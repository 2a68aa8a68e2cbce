// What a function of functions/v1 is: who may call it and with what right, what goes in and out, then the doing.
import type { z } from 'zod'
import type { Caller } from '../http/gateway.ts'
import type { Db } from '../postgres/as-role.ts'

/** Who may call. A predicate is asked inside the transaction, as the caller: row-level security holds for its questions too. */
export type WhoMayCall = 'anyone' | 'signed-in' | 'service' | ((db: Db) => Promise<boolean>)

/** The circumstances of a call. `path` is what follows the name in the address. */
export type Circumstances = {
  id: string
  ip?: string
  userAgent?: string
  method: string
  path: string
  /** A name that comes twice has a list of values. */
  query: Record<string, string | string[] | undefined>
  headers: Record<string, string | string[] | undefined>
}

/** `signal` ends with the time of the function. */
export type CallRequest = Circumstances & { signal: AbortSignal }

export type Call<Input> = { input: Input; db: Db; caller: Caller; request: CallRequest }

/** What every function says of itself before anybody comes in. */
export type Door = {
  name: string
  caller: WhoMayCall
  /** As whom the database is asked. 'caller': row-level security holds inside. 'service': service_role, still knowing who called. */
  as?: 'caller' | 'service'
  /** Whether the address must be called with a key or token at all. False for calls from outside that prove themselves otherwise. */
  verify?: boolean
  /** Names of constraints and messages raised in SQL that the caller may be told, with their sentences. */
  refusals?: Readonly<Record<string, string>>
  timeoutMs?: number
  /** In bytes; more is refused. */
  bodyLimit?: number
  /** How often one client may call, by its address; beyond that `too_many_requests`. The service is not counted. */
  perClient?: { burst: number; refillMs: number }
}

type Definition<I extends z.ZodType, O extends z.ZodType> = Door & {
  /** Default POST. With GET and HEAD the input is the query string. */
  methods?: readonly string[]
  input: I
  output: O
  run(call: Call<z.infer<I>>): Promise<z.input<O>>
}

/** A function of any input and output, as the dispatcher sees it. */
export type Transaction = Omit<Definition<z.ZodType, z.ZodType>, 'run'> & {
  run(call: Call<unknown>): Promise<unknown>
}

export type EndpointContext = {
  /** The id in the log and in the answer. */
  id: string
  caller: Caller
  ip?: string
  /** What follows the name in the address. */
  path: string
  /** One transaction as the caller, or as the service where the endpoint says so: it commits when `work` resolves. */
  transaction: <T>(work: (db: Db) => Promise<T>) => Promise<T>
}

export type Endpoint = Door & {
  /** Any, unless they are named. */
  methods?: readonly string[]
  /** Answers a request of the web with a response of the web, both of which may be streams. `request.signal` ends with the time of the endpoint, or when nobody waits any longer. */
  fetch(request: Request, context: EndpointContext): Response | Promise<Response>
}

/** Either way of answering at functions/v1. */
export type DefinedFunction = Transaction | Endpoint

/**
 * Declares a function of functions/v1. `run` happens inside one transaction: it commits when `run` resolves with a valid output,
 * else nothing of it stays. Throw a Refusal to tell the caller why.
 */
export function defineFunction<I extends z.ZodType, O extends z.ZodType>(definition: Definition<I, O>): Transaction {
  checkName(definition.name)
  return definition
}

/**
 * Declares a function that speaks the web's own Request and Response, for what is not one transaction: streams, calls to others,
 * webhooks that sign their bytes. It may throw a Refusal too.
 */
export function defineEndpoint(definition: Endpoint): Endpoint {
  checkName(definition.name)
  return definition
}

function checkName(name: string) {
  if (!/^[a-z][a-z0-9-]*$/.test(name)) throw new Error(`Not a name for a function: ${name}`)
}
