// Contract of session notes: what staff write about a meeting, and the part that the client sees.
import { Day, Instant, z } from '#lib/schema.ts'

const SharedWith = z.enum(['client', 'household'])

const Step = z.object({
  id: z.uuid(),
  text: z.string(),
  owner: z.enum(['client', 'coach']),
  due_on: Day.nullable(),
  /** Set once a task was created from the step. */
  task_id: z.uuid().optional(),
})
export type NoteStep = z.infer<typeof Step>

const SessionNote = z.object({
  id: z.uuid(),
  contact_id: z.uuid(),
  appointment_id: z.uuid().nullable(),
  held_on: Day,
  title: z.string(),
  private_md: z.string(),
  shared_md: z.string(),
  steps: z.array(Step),
  shared_with: SharedWith,
  created_by: z.uuid().nullable(),
  created_at: Instant,
  version: z.int(),
  is_demo: z.boolean(),
})
export type SessionNote = z.infer<typeof SessionNote>

const SessionSummary = z.object({
  note_id: z.uuid(),
  contact_id: z.uuid(),
  held_on: Day,
  title: z.string(),
  body: z.string(),
  steps: z.array(Step.pick({ text: true, owner: true, due_on: true })),
  shared_with: SharedWith,
  shared_at: Instant,
  updated_at: Instant,
  is_demo: z.boolean(),
})
export type SessionSummary = z.infer<typeof SessionSummary>

const SessionAgenda = z.object({ id: z.literal(true), private_md: z.string(), shared_md: z.string(), version: z.int() })

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = {
  session_notes: SessionNote,
  session_summaries: SessionSummary,
  session_agenda: SessionAgenda,
}

/** Maximum characters of each part of a note, and of the agenda. */
export const noteMax = 20_000
export const agendaMax = 5000
export const stepMax = 200
export const stepsMax = 30

export const AgendaEdit = z.object({
  private_md: z.string().max(agendaMax, `עד ${agendaMax} תווים`),
  shared_md: z.string().max(agendaMax, `עד ${agendaMax} תווים`),
})
export type AgendaEdit = z.output<typeof AgendaEdit>

export const ownerLabels: Record<NoteStep['owner'], string> = { client: 'המשפחה', coach: 'אנחנו' }

export const refusals = {
  client_gone: 'הלקוחות לא נמצאו, או שאין לכם גישה אליהם',
  meeting_gone: 'הפגישה כבר לא כאן',
  note_gone: 'הסיכום כבר לא כאן',
  row_gone: 'הסיכום כבר לא כאן. אפשר להעתיק מכאן את מה שכתבתם',
  stale_version: 'הסיכום נשמר בינתיים במקום אחר',
  summary_empty: 'עוד לא נכתב מה לשתף',
  note_steps_invalid: 'אחת ההחלטות לא תקינה: עד 200 תווים, ותאריך אמיתי',
  private_note_length: 'הסיכום ארוך מדי. אפשר עד 20,000 תווים בכל חלק',
  shared_note_length: 'הסיכום ארוך מדי. אפשר עד 20,000 תווים בכל חלק',
  note_title_length: 'יש להזין שם באורך של עד 80 תווים',
} as const
