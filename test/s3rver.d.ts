declare module '@20minutes/s3rver' {
  import type { IncomingMessage } from 'node:http'

  type Options = {
    port: number
    address: string
    silent: boolean
    directory: string
    configureBuckets: { name: string }[]
  }
  /** The context of a request in Koa. */
  type Context = {
    method: string
    url: string
    query: Record<string, string | undefined>
    state: { account?: unknown }
    req: IncomingMessage
    status: number
    body: unknown
  }
  export type Handler = (context: Context, next: () => Promise<void>) => Promise<void>
  /** Types of the parts that the tests use. */
  export default class S3rver {
    constructor(options: Options)
    middleware: Handler[]
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
