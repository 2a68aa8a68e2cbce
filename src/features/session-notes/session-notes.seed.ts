// Two notes of a demo client's meetings: one with a shared summary, and one visible only to staff.
import type { DemoTeam } from '#platform/accounts/accounts.seed.ts'
import { ago, demoContactId } from '#features/contacts/contacts.seed.ts'
import { seedId } from '#lib/seed-id.ts'
import { dayOf } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import type { SessionNote, SessionSummary } from './session-notes.ts'

const contact_id = demoContactId('eyal')
const noteId = (n: number) => seedId(120, n)
const stepId = (n: number) => seedId(121, n)

type DemoNote = Omit<SessionNote, 'appointment_id' | 'version'>

export const demoSessionNotes = (team: DemoTeam, now: Date): DemoNote[] => {
  const today = dayOf(now)
  const base = { contact_id, shared_with: 'client', created_by: team.coach, is_demo: true } as const
  return [
    {
      ...base,
      id: noteId(1),
      held_on: addDays(today, -20),
      title: 'פגישת ליווי',
      private_md: '- רגוע יותר בבית מאשר בפגישה הקודמת\n- לבדוק בפעם הבאה את ההלוואה מהעבודה',
      shared_md: '**מה עשינו היום**\n\nעברנו על ההוצאות של החודש ובחרנו שני סעיפים לצמצם.',
      steps: [
        { id: stepId(1), text: 'לרכז את ההלוואות בטבלה אחת', owner: 'client', due_on: addDays(today, -6) },
        { id: stepId(2), text: 'להכין לוח סילוק ראשון', owner: 'coach', due_on: addDays(today, -3) },
      ],
      created_at: ago(now, 20),
    },
    {
      ...base,
      id: noteId(2),
      held_on: addDays(today, -6),
      title: 'שיחת טלפון קצרה',
      private_md: 'ביקשו לדחות את הפגישה בשבוע. לשאול מה עיכב את ריכוז ההלוואות.',
      shared_md: '',
      steps: [],
      created_at: ago(now, 6),
    },
  ]
}

/** The summary of the first note, shared two hours after the note was created. */
export const demoSessionSummaries = (team: DemoTeam, now: Date): SessionSummary[] =>
  demoSessionNotes(team, now)
    .slice(0, 1)
    .map(({ id, held_on, title, shared_md, steps, shared_with }) => ({
      note_id: id,
      contact_id,
      held_on,
      title,
      body: shared_md,
      steps: steps.map(({ text, owner, due_on }) => ({ text, owner, due_on })),
      shared_with,
      shared_at: ago(now, 19, 22),
      updated_at: ago(now, 19, 22),
      is_demo: true,
    }))
