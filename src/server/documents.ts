// The document service and its jobs, with a separate connection pool.
import { askForAllocationJob, askForAllocationTask } from '#features/tax-documents/ask-for-allocation.server.ts'
import {
  createDocumentServices,
  type DocumentServices,
  sealedDocumentKeys,
} from '#features/tax-documents/document-services.server.ts'
import {
  issueDocumentTask,
  issueTaxDocument,
  sweepDocumentsTask,
  sweepTaxDocuments,
} from '#features/tax-documents/issue-document.server.ts'
import type { MorningSettings } from '#integrations/documents/morning.ts'
import type { Task } from '#kernel/jobs/runner.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'
import { type Db, inTransaction } from '#kernel/postgres/transaction.ts'
import type { Seal, SealFor } from '#platform/sealing/sealing.server.ts'
import type { Config } from './config.ts'

export type DocumentParts = { documentServices: DocumentServices; documentSeal: Seal }
export type DocumentTasks = Record<
  typeof issueDocumentTask | typeof sweepDocumentsTask | typeof askForAllocationTask,
  Task
>

type Options = { connect: Connect; sealFor: SealFor; standIn: MorningSettings | undefined }

export function openDocuments({ connect, sealFor, standIn }: Options) {
  const pool = openPool(connect('authenticator'), 2)
  const transaction = <T>(work: (db: Db) => Promise<T>) => inTransaction(pool, { role: 'service_role' }, work)
  const documentSeal = sealFor(sealedDocumentKeys.purpose)
  const services = createDocumentServices({ seal: documentSeal, standIn })
  return {
    parts: { documentServices: services, documentSeal } satisfies DocumentParts,
    tasks: {
      [issueDocumentTask]: issueTaxDocument({ services, transaction }),
      [askForAllocationTask]: askForAllocationJob({ services, transaction }),
      [sweepDocumentsTask]: sweepTaxDocuments({ services, transaction }),
    } satisfies DocumentTasks,
    stop: () => pool.end(),
  }
}

/** On a local site a local stand-in issues documents. With a public URL documents require the owner's API keys. */
export async function standInForDocuments({
  isLocal,
}: Pick<Config, 'isLocal'>): Promise<{ settings: MorningSettings | undefined; stop: () => Promise<void> }> {
  if (!isLocal) return { settings: undefined, stop: async () => {} }
  // Imported only here: a public installation never loads it.
  const { startMorning } = await import('#integrations/documents/morning.fake.ts')
  const morning = await startMorning()
  return { settings: morning.settings, stop: () => morning.stop() }
}
