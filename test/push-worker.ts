import { pino } from 'pino'
import { openJobs } from '#server/jobs.ts'
import { openPush } from '#server/push.ts'
import { startWorker } from '#server/worker.ts'
import type { SealFor } from '#platform/sealing/sealing.server.ts'
import type { TestDatabase } from './open-database.ts'

/** The job runner and the outbox of a test database, which delivers push messages. A mail is an error. */
export async function startPushWorker({ connect }: TestDatabase, sealFor: SealFor) {
  const unexpected = () => Promise.reject(new Error('No mail is expected here.'))
  const siteUrl = 'https://beit.example'
  const push = openPush({ connect, sealFor, siteUrl, from: undefined })
  const jobs = openJobs({
    connect,
    sealFor,
    siteUrl,
    mails: { send: unexpected },
    renderMail: unexpected,
    composeService: unexpected,
    composeCampaign: unexpected,
  })
  const log = pino({ level: 'silent' })
  const worker = await startWorker({ connect, smtp: undefined, channels: { push: push.deliver }, jobs, log })
  return {
    async stop() {
      await worker.stop()
      await Promise.all([jobs.stop(), push.stop()])
    },
  }
}
