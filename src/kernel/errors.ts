/**
 * An error that the caller may see: a stable snake_case code, an HTTP status, a human-readable message, optionally field errors.
 * Any other thrown error becomes a 500 that exposes only the request id.
 */
export class Refusal extends Error {
  readonly code: string
  readonly status: number
  readonly fields: Record<string, string> | undefined

  constructor(code: string, status: number, message: string, fields?: Record<string, string>) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.status = status
    this.fields = fields
  }

  /** Fastify reads the status from this property. */
  get statusCode() {
    return this.status
  }
}
