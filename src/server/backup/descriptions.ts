// Descriptions of backups: encrypted JSON beside the archive of each. The description is written last: a backup without
// one is incomplete and never used.
import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { StartupError } from '#lib/startup-error.ts'
import type { BackupStore } from './backup-store.ts'
import { type Envelope, suffix } from './envelope.ts'

/** Base backups of a cluster, or dumps. */
export type BackupKind = {
  /** Ends with a slash. */
  folder: string
  archiveSuffix: string
}

const descriptionSuffix = `.json${suffix}`

export const descriptionName = ({ archiveSuffix }: BackupKind, archive: string) =>
  archive.replace(archiveSuffix, descriptionSuffix)

type Described = { archive: string }

export async function writeDescription(store: BackupStore, envelope: Envelope, kind: BackupKind, about: Described) {
  const plain = Readable.from([Buffer.from(JSON.stringify(about))])
  await store.put(descriptionName(kind, about.archive), await envelope.close(plain))
}

type Reading<T> = {
  kind: BackupKind
  parse: (json: unknown) => T
  /** Called with the name of a description that cannot be read, which is then omitted. */
  onDamaged: ((name: string) => void) | undefined
}

/**
 * Lists all complete backups of one kind, oldest first. Without `onDamaged` it throws if one cannot be read, as
 * deletions need all.
 */
export async function readDescriptions<T extends Described>(
  store: BackupStore,
  envelope: Envelope,
  { kind, parse, onDamaged }: Reading<T>,
): Promise<T[]> {
  const names = (await store.list(kind.folder)).map(({ name }) => name)
  const descriptions: T[] = []
  for (const name of names.filter((one) => one.endsWith(descriptionSuffix))) {
    const stored = await store.get(name)
    if (!stored) {
      // A restore may list backups while expired ones are deleted.
      if (onDamaged) continue
      throw new Error(`${name} is listed and cannot be opened. No expired backup was deleted.`)
    }
    try {
      const description = parse(JSON.parse(await text(await envelope.open(stored))))
      // A renamed copy would change the order, which determines the newest and the expired backups.
      if (descriptionName(kind, description.archive) !== name) throw new Error(`It describes ${description.archive}`)
      descriptions.push(description)
    } catch (error) {
      if (!onDamaged)
        throw new Error(
          `${name} cannot be read: it is damaged, renamed or of another key. Move it out of the place of the backups: until then no expired backup is deleted.`,
          { cause: error },
        )
      onDamaged(name)
    }
  }
  return descriptions
}

/** Clocks of machines may differ by this much. */
const skewMs = 3_600_000

/**
 * Throws StartupError if the newest backup is dated in the future: later backups, made with a correct clock, have
 * earlier times.
 */
export function refuseFuture(kind: BackupKind, archive: string, at: string) {
  if (Date.parse(at) <= Date.now() + skewMs) return
  throw new StartupError(
    `The newest backup is of ${at}, which is in the future: it was taken with a wrong clock, or the clock of this machine is wrong. Name a moment with --to, or move ${descriptionName(kind, archive)} out of the place of the backups.`,
  )
}
