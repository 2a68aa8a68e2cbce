// Exchanges the cluster for another one of the same folder. A journal makes this one step: the next start completes what a killed process
// has begun.
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clusterIn } from './cluster.ts'
import { stopOrphan } from './orphan.ts'

type Swap = {
  /** The cluster that takes the place, below the folder. */
  next: string
  /** The name below the folder that the present cluster gets. */
  former: string
}

const journalIn = (folder: string) => join(folder, 'swap.json')
/** Where the clusters of an upgrade are made, below the folder. */
export const upgradeFolderIn = (folder: string) => join(folder, 'upgrade')

/** Called with the folder lock held and both clusters stopped. */
export function swapCluster(folder: string, swap: Swap) {
  const journal = journalIn(folder)
  writeFileSync(`${journal}.new`, JSON.stringify(swap))
  sync(`${journal}.new`)
  renameSync(`${journal}.new`, journal)
  sync(folder)
  completeSwap(folder)
}

/** Called with the folder lock held. Does nothing without a journal. */
export function completeSwap(folder: string) {
  const journal = journalIn(folder)
  if (!existsSync(journal)) return
  const { next, former } = JSON.parse(readFileSync(journal, 'utf8')) as Swap
  const [present, coming] = [clusterIn(folder), join(folder, next)]
  if (existsSync(coming)) {
    if (existsSync(present)) renameSync(present, join(folder, former))
    sync(folder)
    renameSync(coming, present)
    sync(folder)
  }
  // Segments of one cluster must not follow those of another one in an archive.
  rmSync(join(folder, 'wal-archive'), { recursive: true, force: true })
  rmSync(journal)
  sync(folder)
}

/** Stops and removes what a killed upgrade has left. Called with the folder lock held. */
export async function discardUpgrade(folder: string) {
  const place = upgradeFolderIn(folder)
  if (!existsSync(place)) return
  for (const name of ['old', 'new']) await stopOrphan(clusterIn(join(place, name)))
  rmSync(place, { recursive: true, force: true, maxRetries: 5 })
}

function sync(path: string) {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
