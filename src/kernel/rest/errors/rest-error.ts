/** A refusal of rest/v1. Codes, messages and statuses are PostgREST's, as clients depend on them. */
export class RestError extends Error {
  readonly code: string
  readonly status: number
  readonly details: unknown
  readonly hint: string | null
  readonly headers: Record<string, string>
  /** The reason phrase in the status line of the response. */
  readonly statusText: string | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    more: { details?: unknown; hint?: string | null; headers?: Record<string, string>; statusText?: string } = {},
  ) {
    super(message)
    this.name = 'RestError'
    this.code = code
    this.status = status
    this.details = more.details ?? null
    this.hint = more.hint ?? null
    this.headers = more.headers ?? {}
    this.statusText = more.statusText
  }

  get body() {
    return { code: this.code, message: this.message, details: this.details, hint: this.hint }
  }
}

/** The request uses a name missing from the schema cache, which may be stale. */
export class UnknownName extends RestError {}

/** A query parameter with a syntax error. `text` is the parameter, `at` the offset in it. */
export function cannotParse(what: string, text: string, at: number, details: string) {
  return new RestError(400, 'PGRST100', `"failed to parse ${what} (${text})" (line 1, column ${at + 1})`, { details })
}

export const invalidBody = (message: string) => new RestError(400, 'PGRST102', message)

export const notEmbedded = (name: string) =>
  new RestError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })

export const notASingleObject = (rows: string | number) =>
  new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  })

export const tooManyAffected = (rows: string | number) =>
  new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  })

export const outOfBounds = (offset: number, total: number) =>
  new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
    details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
  })

export const invalidRange = (details: string) =>
  new RestError(416, 'PGRST103', 'Requested range not satisfiable', { details })

/** Whether HTTP allows this header: an invalid one would turn the response into a 500. */
export const isHeader = (name: string, value: string) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && isHeaderText(value)

export const isHeaderText = (text: string) => /^[\t\x20-\x7e\x80-\xff]*$/.test(text)
