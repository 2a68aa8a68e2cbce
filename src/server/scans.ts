// The job that scans attached files for viruses, if a scanner is configured.
import { buffer } from 'node:stream/consumers'
import { type ScanParts, scanFormFiles } from '#features/forms/scan-files.server.ts'
import { type ClamdSettings, ScanRefused, scanWithClamd } from '#integrations/clamd.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import type { ObjectStreams } from '#kernel/storage/objects/object-streams.ts'
import type { Jobs } from './jobs.ts'

type Options = { clamd: ClamdSettings | undefined; connect: Connect; files: Pick<ObjectStreams, 'read'> }

export function openScans({ clamd, connect, files }: Options) {
  if (!clamd) return undefined
  const pool = openPool(connect('authenticator'), 1)
  const parts: ScanParts = {
    asService: (work) => inTransaction(pool, { role: 'service_role' }, work),
    async read(version, size) {
      const stream = await files.read(version, size)
      return stream && buffer(stream)
    },
    scan: (bytes) => scanWithClamd(clamd, bytes),
    isRefusal: (error) => error instanceof ScanRefused,
  }
  return {
    tasks: { scan_form_files: () => scanFormFiles(parts) },
    everyMinutes: { scan_form_files: 1 },
    stop: () => pool.end(),
  } satisfies Pick<Jobs, 'tasks' | 'everyMinutes' | 'stop'>
}
