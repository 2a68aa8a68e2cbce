/**
 * An answer the caller may read: a stable snake_case code, an HTTP status, a sentence for people, and where it helps the fields at fault.
 * Anything else that is thrown becomes a 500 that tells the caller nothing but the request id.
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

  /** By the name that Fastify looks for. */
  get statusCode() {
    return this.status
  }
}
