// Whether quiet hours currently hold service messages.
import type { Db } from '#kernel/postgres/transaction.ts'
import { quietUntil } from '../quiet-hours.ts'
import { readSendingHours } from './send-batch.server.ts'

export const areMessagesHeld = async (db: Db, now = new Date()): Promise<boolean> =>
  quietUntil(now, await readSendingHours(db)) !== undefined
