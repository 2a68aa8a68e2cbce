// Ships completed WAL segments from PostgreSQL's archive folder to the store.
import { createReadStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BackupStore } from './backup-store.ts'
import { type Envelope, suffix } from './envelope.ts'

const pauseMs = 1000
const maxPauseMs = 60_000

export type WalShipping = {
  /** When all segments of the folder were last in the store. */
  caughtUpAt(): Date | undefined
  /** Resolves when all segments currently in the folder are stored. Rejects when the store fails. */
  ship(): Promise<void>
  stop(): Promise<void>
}

type Options = {
  /** PostgreSQL writes a segment under a temporary name and renames it when it is complete. */
  folder: string
  store: BackupStore
  envelope: Envelope
  log: { warn(about: object, message: string): void }
}

export function startWalShipping({ folder, store, envelope, log }: Options): WalShipping {
  const stopping = new AbortController()
  let caughtUpAt: Date | undefined
  let current = Promise.resolve()

  async function shipAll() {
    for (const name of (await readdir(folder)).filter((file) => !file.endsWith('.part')).sort()) {
      if (stopping.signal.aborted) return
      const path = join(folder, name)
      await store.put(`wal/${name}${suffix}`, await envelope.close(createReadStream(path)))
      // PostgreSQL has already recycled the segment: it is removed only once the store has it durably.
      await rm(path)
    }
    caughtUpAt = new Date()
  }
  const ship = () => (current = current.catch(() => {}).then(shipAll))

  async function run() {
    let failures = 0
    while (!stopping.signal.aborted) {
      try {
        await ship()
        failures = 0
      } catch (error) {
        if (failures++ === 0)
          log.warn({ err: error }, 'The write-ahead log does not reach the backup. Trying again until it does.')
      }
      await sleep(Math.min(pauseMs * 2 ** failures, maxPauseMs), undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const running = run()
  return {
    caughtUpAt: () => caughtUpAt,
    ship,
    async stop() {
      stopping.abort()
      await running
    },
  }
}
