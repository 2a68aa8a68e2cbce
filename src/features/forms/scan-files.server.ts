// scan_form_files: sends attached files to the virus scanner. Unscanned files cannot be downloaded: while the scanner
// is down they stay blocked until a later run succeeds.
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import type { Db } from '#kernel/postgres/transaction.ts'

const maxFiles = 100

export type ScanParts = {
  asService: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** Reads the bytes; undefined if they were deleted. */
  read: (version: string, size: number) => Promise<Uint8Array | undefined>
  /**
   * Throws an error that `isRefusal` recognises if a single file is refused, and other errors if the scanner is
   * unreachable.
   */
  scan: (bytes: Uint8Array) => Promise<{ threat: string | null }>
  isRefusal: (error: unknown) => boolean
}

type PendingFile = { id: string; version: string; size: number }

/**
 * Also scans files uploaded before a scanner was configured. Rejects if a file could not be scanned, so that the job is retried and
 * logged.
 */
export async function scanFormFiles({ asService, read, scan, isRefusal }: ScanParts): Promise<void> {
  const waiting = await asService(async (db) => {
    await db.query(`update form_files set scan_state = 'waiting' where scan_state = 'unscanned'`)
    return db.query<PendingFile>(
      `select f.id, o.version, (o.metadata ->> 'size')::int as size
       from form_files f join storage.objects o on o.bucket_id = 'form-files' and o.name = f.id::text
       where f.scan_state = 'waiting' and o.version is not null order by f.created_at limit $1`,
      [maxFiles],
    )
  })
  let refused: unknown
  for (const { id, version, size } of waiting) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one at a time: a scan takes the scanner's processor
      const bytes = await read(version, size)
      // oxlint-disable-next-line no-await-in-loop
      if (bytes) await noteVerdict(asService, id, (await scan(bytes)).threat)
    } catch (error) {
      if (!isRefusal(error)) throw error
      refused = error
    }
  }
  if (refused) throw refused
}

/** Idempotent. An infected file notifies the staff members who can see the submission. */
const noteVerdict = (asService: ScanParts['asService'], id: string, threat: string | null) =>
  asService(async (db) => {
    const [file] = await db.query<{ name: string; title: string; form: string; contact: string | null }>(
      `update form_files f set scan_state = $2, threat = $3, scanned_at = now()
       from form_submissions s join forms o on o.id = s.form_id
       where f.id = $1 and f.scan_state = 'waiting' and s.id = f.submission_id
       returning f.name, o.title, o.id as form, s.contact_id as contact`,
      [id, threat === null ? 'clean' : 'infected', threat],
    )
    if (!file || threat === null) return
    await db.query(
      `insert into notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
       select distinct r.user_id, 'form.file_infected', 'וירוס בקובץ שצורף לטופס', $1, 'high', $2, $3::uuid
       from user_roles r where r.is_active and (r.role in ('owner', 'admin', 'sales')
         or r.user_id = (select c.owner_id from contacts c where c.id = $4))`,
      [
        `${isolate(file.name)} – ${file.title}. הקובץ הוסר`,
        file.contact ? 'contact' : 'form',
        file.contact ?? file.form,
        file.contact,
      ],
    )
  })
