// download-business-export: a link to a ready archive, valid for a minute. Each link is recorded in the audit log.
import { defineFunction } from '#kernel/functions/functions.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { dayOf } from '#lib/time/dates.ts'
import { bucket, DownloadExport, DownloadLink, keyOf, refusals } from './business-exports.ts'

type Files = { sign(file: { bucket: string; key: string; name: string }): Promise<string | undefined> }

export const downloadBusinessExport = (files: Files) =>
  defineFunction({
    name: 'download-business-export',
    caller: async (db: Db) => (await db.one<{ may: boolean }>(`select has_role('owner') as may`)).may,
    as: 'service', // owners cannot read the bucket: each download is authorized and counted here
    perClient: { burst: 10, refillMs: 600_000 },
    refusals,
    input: DownloadExport,
    output: DownloadLink,
    async run({ input: { id }, db }) {
      const [found] = await db.query<{ at: Date }>(
        `update business_exports set downloads = downloads + 1 where id = $1 and state = 'ready' and expires_at > now()
         returning finished_at as at`,
        [id],
      )
      const url = found && (await files.sign({ bucket, key: keyOf(id), name: `maslul ${dayOf(found.at)}.zip` }))
      if (!url) throw new Refusal('export_not_ready', 409, refusals.export_not_ready)
      return { url }
    },
  })
