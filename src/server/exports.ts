// Jobs of the full business archive.
import { statfs } from 'node:fs/promises'
import {
  expireBusinessExports,
  type ExportParts,
  type LargeFiles,
  makeBusinessExport,
} from '#features/business-exports/make-export.server.ts'
import { sealedAnswers } from '#features/forms/submission-store.server.ts'
import { sealedQuizAnswers } from '#features/quiz/attempts.server.ts'
import { type Connect, openPool } from '#kernel/postgres/connection.ts'
import type { SealFor } from '#platform/sealing/sealing.server.ts'

type Options = {
  connect: Connect
  sealFor: SealFor
  dataFolder: string
  files: LargeFiles
  log: ExportParts['log']
}

export function openExports({ connect, sealFor, dataFolder, files, log }: Options) {
  // The archive's transaction runs for minutes, so its progress is written over another connection.
  const pool = openPool(connect('authenticator'), 2)
  const parts: ExportParts = {
    pool,
    files,
    seals: { forms: sealFor(sealedAnswers.purpose), quizzes: sealFor(sealedQuizAnswers.purpose) },
    async freeBytes() {
      const { bavail, bsize } = await statfs(dataFolder)
      return bavail * bsize
    },
    log,
  }
  return {
    tasks: {
      make_business_export: makeBusinessExport(parts),
      expire_business_exports: async () => expireBusinessExports(parts),
    },
    daily: { expire_business_exports: '02:50' },
    stop: () => pool.end(),
  }
}
