// Swaps the cluster for another one in the same folder. A journal makes the swap atomic: the next start completes an interrupted swap.
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clusterIn } from './cluster.ts'
import { stopOrphan } from './orphan.ts'

type Swap = {
  /** The new cluster's name below the folder. */
  next: string
  /** The name below the folder to which the current cluster is renamed. */
  former: string
}

const journalIn = (folder: string) => join(folder, 'swap.json')
/** The subfolder in which an upgrade creates clusters. */
export const upgradeFolderIn = (folder: string) => join(folder, 'upgrade')

/** Swaps the clusters. Call it with the folder lock held and both clusters stopped. */
export function swapCluster(folder: string, swap: Swap) {
  const journal = journalIn(folder)
  writeFileSync(`${journal}.new`, JSON.stringify(swap))
  sync(`${journal}.new`)
  renameSync(`${journal}.new`, journal)
  sync(folder)
  completeSwap(folder)
}

/** Completes an interrupted swap, if there is a journal. Call it with the folder lock held. */
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
  // An archive must not mix WAL segments of different clusters.
  rmSync(join(folder, 'wal-archive'), { recursive: true, force: true })
  rmSync(journal)
  sync(folder)
}

/** Stops servers and removes files of a killed upgrade. Call it with the folder lock held. */
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
