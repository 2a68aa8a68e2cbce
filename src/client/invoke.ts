// Calling a function of the server as the signed-in person.
import type { Backend } from './backend.ts'

/** Why a function refused: `refusalText` finds the sentence for the code. Without an answer the code is empty. */
export class CallRefused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.name = 'CallRefused'
    this.code = code
  }
}

/** Answers what the function answered; the type is the caller's promise. Throws a CallRefused. */
export async function invoke<Answer>(backend: Backend, name: string, body: object): Promise<Answer> {
  const { data, error } = await backend.functions.invoke<Answer>(name, {
    // A file, or a form that carries files, goes as it is.
    body: body instanceof FormData || body instanceof Blob ? body : { ...body },
  })
  if (!error) return data as Answer
  // By name: the client that makes these errors comes later than this.
  const { name: fault, context } = error as { name: string; context?: unknown }
  if (fault === 'FunctionsFetchError') throw new CallRefused('', 'No answer')
  throw context !== undefined ? await refusedBy(context) : new CallRefused('unexpected', 'No sense in the answer')
}

async function refusedBy(response: unknown) {
  const said: unknown = response instanceof Response ? await response.json().catch(() => undefined) : undefined
  const { code, message } = Object(said) as { code?: unknown; message?: unknown }
  return new CallRefused(
    typeof code === 'string' ? code : 'unexpected',
    typeof message === 'string' ? message : 'The function failed',
  )
}
