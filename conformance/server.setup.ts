import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../test/system-postgres.ts'
import { startBalancer } from './installation/balancer.ts'
import { startBucket } from './installation/bucket.ts'
import { embeddedDatabaseOf, startNode } from './installation/nodes.ts'
import { startOpenIdProvider } from './installation/open-id-provider.ts'

/**
 * Starts two nodes on one database. Tests use the first one unless they name the second. With CONFORMANCE_BALANCED a load balancer
 * distributes requests round-robin. CONFORMANCE_POSTGRES is the bin folder of another PostgreSQL; the default is the embedded one.
 */
export default async function setup(project: TestProject) {
  await using running = new AsyncDisposableStack()
  const { CONFORMANCE_POSTGRES: bin, CONFORMANCE_BALANCED: balanced } = process.env
  const postgres = bin ? await startPostgres(bin) : undefined
  if (postgres) running.defer(() => postgres.stop())
  const balancer = balanced ? await startBalancer() : undefined
  // Balanced nodes store files in an S3 bucket, otherwise in a shared folder.
  const bucket = balanced ? await startBucket() : undefined
  if (bucket) running.defer(() => bucket.stop())
  const provider = await startOpenIdProvider()
  running.defer(() => provider.stop())
  const settings: Record<string, string> = {
    ...provider.settings,
    ...(balancer && { SITE_URL: balancer.url }),
    ...(bucket && { STORAGE_URL: bucket.url }),
    GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true',
    // All tests together would exceed the default limit.
    GOTRUE_RATE_LIMIT_EMAIL_SENT: '1000',
  }
  const first = await startNode(postgres ? { databaseUrl: postgres.url, settings } : { settings })
  running.defer(() => first.stop())
  const databaseUrl = postgres?.url ?? embeddedDatabaseOf(first)
  const second = await startNode({ databaseUrl, beside: first, settings })
  running.defer(() => second.stop())
  balancer?.inFrontOf(first.url, second.url)
  if (balancer) running.defer(() => balancer.stop())

  provider.allowRedirects(`${balancer?.url ?? first.url}/auth/v1/callback`)

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
    // The URL of the balancer, if there is one, so that a further node uses the same SITE_URL.
    beside: { url: balancer?.url ?? first.url, data: first.data },
  })
  const all = running.move()
  return () => all.disposeAsync()
}

type Login = { role: string; email: string; password: string }
type ApiKeys = { anonKey: string; serviceRoleKey: string }

declare module 'vitest' {
  export interface ProvidedContext {
    /** `databaseUrl` connects as superuser, for setup and inspection. */
    server: {
      url: string
      urls: [string, string]
      databaseUrl: string
      logins: Login[]
      jwtSecret: string
      beside: { url: string; data: string }
    } & ApiKeys
  }
}
