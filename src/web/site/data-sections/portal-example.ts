// Example data for the portal preview.
import type { ShownStage } from '#features/processes/processes.data.ts'
import type { Step } from '#ui/forms/stepper.tsx'

export const exampleDay = new Date('2026-01-14T09:00:00+02:00')

export const exampleMeeting = { title: 'פגישת ליווי', startsAt: '2026-01-21T10:30:00+02:00' }

export const exampleSteps: Step[] = [
  { id: '1', name: 'מיפוי', state: 'done', more: 'הושלם' },
  { id: '2', name: 'תקציב', state: 'done', more: 'הושלם' },
  { id: '3', name: 'חובות', state: 'now', more: 'כאן אתם עכשיו' },
  { id: '4', name: 'ביטוחים', state: 'next' },
  { id: '5', name: 'חיסכון והשקעות', state: 'next' },
  { id: '6', name: 'פנסיה', state: 'next' },
]

export const exampleStage: ShownStage = {
  id: 'example',
  client_process_id: 'example',
  process_stage_id: 'example',
  status: 'active',
  opened_at: '2026-01-11T09:00:00+02:00',
  due_on: '2026-01-25',
  done_at: null,
  note: null,
  goal_target: null,
  goal_reached: 0,
  goal_unit: '',
  stage: {
    id: 'example',
    name: 'חובות',
    stage_order: 3,
    description: 'מרכזים את ההלוואות במקום אחד, ומחליטים באיזה סדר סוגרים.',
    stage_type: 'plan',
    goal: '',
    completion_rule: '',
    task_template: [
      { name: 'לרשום את כל ההלוואות בדף אחד', owner: 'client', due_offset: 7, minutes: 20 },
      { name: 'לבקש דוח יתרות מהבנק', owner: 'client', due_offset: 10, minutes: 10 },
      { name: 'לבחור יחד את סדר הסילוק', owner: 'both', due_offset: 14, minutes: 30 },
    ],
  },
}
