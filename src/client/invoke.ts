// Calls a server function as the signed-in user.
import type { Backend } from './backend.ts'

/** The refusal of a function: `refusalText` maps its code to a sentence. Without a response the code is empty. */
export class CallRefused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.name = 'CallRefused'
    this.code = code
  }
}

/** Returns the response of the function, typed by the caller without a check. Throws a CallRefused. */
export async function invoke<Answer>(backend: Backend, name: string, body: object): Promise<Answer> {
  const { data, error } = await backend.functions.invoke<Answer>(name, {
    // Files, and FormData, are sent unchanged.
    body: body instanceof FormData || body instanceof Blob ? body : { ...body },
  })
  if (!error) return data as Answer
  // Compared by name: the classes of these errors are in the client, which is loaded later.
  const { name: errorName, context } = error as { name: string; context?: unknown }
  if (errorName === 'FunctionsFetchError') throw new CallRefused('', 'No answer')
  throw context !== undefined ? await refusedBy(context) : new CallRefused('unexpected', 'No sense in the answer')
}

async function refusedBy(response: unknown) {
  const responseBody: unknown = response instanceof Response ? await response.json().catch(() => undefined) : undefined
  const { code, message } = Object(responseBody) as { code?: unknown; message?: unknown }
  return new CallRefused(
    typeof code === 'string' ? code : 'unexpected',
    typeof message === 'string' ? message : 'The function failed',
  )
}
