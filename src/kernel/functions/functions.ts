// Definition of a function of functions/v1: allowed callers, role, input, output and handler.
import type { z } from 'zod'
import { Refusal } from '../errors.ts'
import type { Caller } from '../http/gateway.ts'
import type { Db } from '../postgres/transaction.ts'

/** Which callers are allowed. A predicate runs inside the transaction as the caller, under row-level security. */
export type AllowedCallers = 'anyone' | 'signed-in' | 'service' | ((db: Db) => Promise<boolean>)

/** Request data of a call. `path` is the part of the URL after the name. */
export type RequestContext = {
  id: string
  ip?: string
  userAgent?: string
  method: string
  path: string
  /** A repeated query parameter has a list of values. */
  query: Record<string, string | string[] | undefined>
  headers: Record<string, string | string[] | undefined>
}

/** `signal` aborts at the timeout of the function. */
export type CallRequest = RequestContext & { signal: AbortSignal }

export type Call<Input> = { input: Input; db: Db; caller: Caller; request: CallRequest }

/** Options that transactions and endpoints share. */
export type EndpointOptions = {
  name: string
  caller: AllowedCallers
  /** Database role. 'caller': row-level security applies. 'service': service_role, with the caller's claims. */
  as?: 'caller' | 'service'
  /** Whether an API key or token is required. False for webhooks, which authenticate by signature. */
  verify?: boolean
  /** Constraint names and messages raised in SQL that become refusals, with their texts. */
  refusals?: Readonly<Record<string, string>>
  timeoutMs?: number
  /** Maximum body size in bytes. */
  bodyLimit?: number
  /** Rate limit per client address; beyond that `too_many_requests`. Service calls are not counted. */
  perClient?: { burst: number; refillMs: number }
}

type Definition<I extends z.ZodType, O extends z.ZodType> = EndpointOptions & {
  /** Default POST. With GET and HEAD the input is the query string. */
  methods?: readonly string[]
  input: I
  output: O
  run(call: Call<z.infer<I>>): Promise<z.input<O>>
}

/** The inputs of the calls that share one transaction. */
export type SharedCalls<Input> = { inputs: readonly Input[]; db: Db }

type SharedDefinition<I extends z.ZodType, O extends z.ZodType> = Omit<Definition<I, O>, 'caller' | 'as' | 'run'> & {
  /** Returns an output or a Refusal for each input, in their order. */
  runAll(calls: SharedCalls<z.infer<I>>): Promise<readonly (z.input<O> | Refusal)[]>
}

/** A function of any input and output, as the dispatcher sees it. */
export type Transaction = Omit<Definition<z.ZodType, z.ZodType>, 'run'> & {
  run(call: Call<unknown>): Promise<unknown>
  runAll?(calls: SharedCalls<unknown>): Promise<readonly unknown[]>
}

export type EndpointContext = {
  /** The request id in log and response. */
  id: string
  caller: Caller
  ip?: string
  /** The part of the URL after the name. */
  path: string
  /** Runs one transaction as the caller, or with `as: 'service'` as service_role. It commits when `work` resolves. */
  transaction: <T>(work: (db: Db) => Promise<T>) => Promise<T>
}

export type Endpoint = EndpointOptions & {
  /** Default: all methods. */
  methods?: readonly string[]
  /** Both bodies may be streams. `request.signal` aborts at the timeout of the endpoint, or when the client disconnects. */
  fetch(request: Request, context: EndpointContext): Response | Promise<Response>
}

export type DefinedFunction = Transaction | Endpoint

/**
 * Declares a function of functions/v1. `run` executes inside one transaction: it commits when `run` resolves with a valid output,
 * else it is rolled back. Throw a Refusal for errors that the caller may see.
 */
export function defineFunction<I extends z.ZodType, O extends z.ZodType>(definition: Definition<I, O>): Transaction {
  checkName(definition.name)
  return definition
}

/**
 * Declares a function whose concurrent calls share transactions: calls that arrive while others run are handled by the
 * next one. Meant for bursts of anonymous calls. It runs as service_role without the claims of any caller.
 */
export function defineSharedFunction<I extends z.ZodType, O extends z.ZodType>(
  definition: SharedDefinition<I, O>,
): Transaction & Required<Pick<Transaction, 'runAll'>> {
  checkName(definition.name)
  return {
    ...definition,
    caller: 'anyone',
    as: 'service',
    async run({ input, db }) {
      const [output] = await definition.runAll({ inputs: [input as z.infer<I>], db })
      if (output instanceof Refusal) throw output
      return output
    },
  }
}

/**
 * Declares a function over web Request and Response, for work outside a transaction: streams, third-party calls, webhooks with a signed
 * body. It may throw a Refusal too.
 */
export function defineEndpoint(definition: Endpoint): Endpoint {
  checkName(definition.name)
  return definition
}

function checkName(name: string) {
  if (!/^[a-z][a-z0-9-]*$/.test(name)) throw new Error(`Not a name for a function: ${name}`)
}
