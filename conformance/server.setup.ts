import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startBalancer } from './installation/balancer.ts'
import { startBucket } from './installation/bucket.ts'
import { startPostgres } from './installation/debian-postgres.ts'
import { embeddedDatabaseOf, startNode } from './installation/nodes.ts'
import { startOpenIdProvider } from './installation/open-id-provider.ts'

/**
 * Two nodes of the product on one database. The tests ask the first one, and the second where they say so; with CONFORMANCE_BALANCED
 * each request goes to the next of the two, which a client must not notice. CONFORMANCE_POSTGRES names the folder of another
 * PostgreSQL's programs to run on; without it the first node brings the embedded one.
 */
export default async function setup(project: TestProject) {
  await using running = new AsyncDisposableStack()
  const { CONFORMANCE_POSTGRES: bin, CONFORMANCE_BALANCED: balanced } = process.env
  const postgres = bin ? await startPostgres(bin) : undefined
  if (postgres) running.defer(() => postgres.stop())
  const balancer = balanced ? await startBalancer() : undefined
  // There the files lie in a bucket that speaks S3, otherwise in a folder that both nodes have.
  const bucket = balanced ? await startBucket() : undefined
  if (bucket) running.defer(() => bucket.stop())
  const provider = await startOpenIdProvider()
  running.defer(() => provider.stop())
  const settings: Record<string, string> = {
    ...provider.settings,
    ...(balancer && { SITE_URL: balancer.url }),
    ...(bucket && { STORAGE_URL: bucket.url }),
    GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true',
    // All tests together send more than one business does.
    GOTRUE_RATE_LIMIT_EMAIL_SENT: '1000',
  }
  const first = await startNode(postgres ? { databaseUrl: postgres.url, settings } : { settings })
  running.defer(() => first.stop())
  const databaseUrl = postgres?.url ?? embeddedDatabaseOf(first)
  const second = await startNode({ databaseUrl, beside: first, settings })
  running.defer(() => second.stop())
  balancer?.inFrontOf(first.url, second.url)
  if (balancer) running.defer(() => balancer.stop())

  provider.sendBackTo(`${balancer?.url ?? first.url}/auth/v1/callback`)

  const read = (file: string): unknown => JSON.parse(readFileSync(join(first.data, file), 'utf8'))
  const { jwtSecret } = read('keys.json') as { jwtSecret: string }
  const { anonKey, serviceRoleKey } = read('api-keys.json') as ApiKeys
  project.provide('server', {
    url: balancer?.url ?? first.url,
    urls: [first.url, second.url],
    databaseUrl,
    logins: read('demo-logins.json') as Login[],
    anonKey,
    serviceRoleKey,
    jwtSecret,
  })
  const all = running.move()
  return () => all.disposeAsync()
}

type Login = { role: string; email: string; password: string }
type ApiKeys = { anonKey: string; serviceRoleKey: string }

declare module 'vitest' {
  export interface ProvidedContext {
    /** `databaseUrl` opens the database as its superuser, for arranging and for looking behind the scenes. */
    server: {
      url: string
      urls: [string, string]
      databaseUrl: string
      logins: Login[]
      jwtSecret: string
    } & ApiKeys
  }
}
