// Backups: rows, states and their texts.
import { Instant, z } from '#lib/schema.ts'

export const errorTexts = {
  interrupted: 'הגיבוי נקטע באמצע',
  target_unreachable: 'אין גישה למקום שבו הגיבויים נשמרים',
  check_failed: 'הגיבוי נכתב, אבל הבדיקה שלו נכשלה',
  failed: 'הגיבוי נכשל',
} as const
export type BackupErrorCode = keyof typeof errorTexts

const BackupRun = z.object({
  id: z.uuid(),
  started_at: Instant,
  finished_at: Instant.nullable(),
  state: z.enum(['running', 'done', 'failed']),
  size_bytes: z.int().nullable(),
  fault: z.enum(['interrupted', 'target_unreachable', 'check_failed', 'failed']).nullable(),
})

export type BackupRun = z.infer<typeof BackupRun>

const BackupStatus = z.object({
  is_single: z.boolean(),
  mode: z.enum(['on', 'off', 'no_key', 'external', 'dump']),
  safe_until: Instant.nullable(),
  keep_days: z.int(),
  started_at: Instant,
  alarmed_at: Instant.nullable(),
  place: z.string().nullable(),
  place_since: Instant,
})
const BackupRehearsal = z.object({
  id: z.uuid(),
  at: Instant,
  backup_at: Instant.nullable(),
  tables: z.int(),
  files: z.int(),
  fault: z.enum(['not_restorable', 'not_comparable', 'differs']).nullable(),
  differences: z.array(z.string()),
})
export type RehearsalErrorCode = NonNullable<z.infer<typeof BackupRehearsal>['fault']>

export const rehearsalErrorTexts: Record<RehearsalErrorCode, string> = {
  not_restorable: 'הגיבוי האחרון לא נפתח. כדאי להכין גיבוי חדש ולתרגל שוב',
  not_comparable: 'בגיבוי האחרון אין מה להשוות אליו. כדאי להכין גיבוי חדש ולתרגל שוב',
  differs: 'מה ששוחזר שונה ממה שגובה. כדאי להכין גיבוי חדש ולתרגל שוב',
}

export type BackupMode = z.infer<typeof BackupStatus>['mode']

/** The text of the settings if this installation has no backups configured. */
export const withoutBackup: Record<Exclude<BackupMode, 'on' | 'dump'>, string> = {
  off: 'עוד לא נבחר מקום לגיבויים. מי שמפעילים את השרת מגדירים אותו ב־BACKUP_URL, לפי המדריך docs/operations.md.',
  no_key:
    'נבחר מקום לגיבויים, אבל עוד לא נוצר המפתח שפותח אותם. הפקודה npm run backup-key בשרת יוצרת אותו, ואז מפעילים מחדש.',
  external:
    'מסד הנתונים מנוהל אצל ספק, והגיבוי שלו נעשה שם. כדאי לבדוק אצלו כמה ימים אחורה אפשר לשחזר. עותק יומי נוסף מגדירים בשרת ב־BACKUP_URL, לפי המדריך docs/operations.md.',
}

type State<Status, Run, Rehearsal> = { status: Status | null; runs: Run[]; rehearsal: Rehearsal | null }

/** Omits the state of former targets. Without a backup at the current target, its write-ahead log restores nothing. */
export function stateAtPlace<
  Status extends { safe_until: string | null; place_since: string },
  Run extends { started_at: string; state: string },
  Rehearsal extends { at: string },
>({ status, runs, rehearsal }: State<Status, Run, Rehearsal>): State<Status, Run, Rehearsal> {
  if (!status) return { status, runs, rehearsal }
  const isHere = (at: string) => Date.parse(at) >= Date.parse(status.place_since)
  const runsHere = runs.filter((run) => isHere(run.started_at))
  const safeUntil = runsHere.some(({ state }) => state === 'done') ? status.safe_until : null
  return {
    status: { ...status, safe_until: safeUntil },
    runs: runsHere,
    rehearsal: rehearsal && isHere(rehearsal.at) ? rehearsal : null,
  }
}

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { backup_runs: BackupRun, backup_status: BackupStatus, backup_rehearsals: BackupRehearsal }

export const refusals = {
  backup_not_set_up: 'הגיבוי עוד לא הוגדר בשרת',
} as const
