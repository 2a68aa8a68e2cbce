// Kinds of steps in the editor, with the defaults of a new step.
import {
  Bell,
  CalendarClock,
  CircleStop,
  Flag,
  GitFork,
  Hourglass,
  ListPlus,
  ListX,
  type LucideIcon,
  Mail,
  MoveLeft,
  SquareCheck,
  SquarePen,
  Tag,
  UserCheck,
  Webhook,
  Zap,
} from 'lucide-react'
import type { Step, StepKind } from '#features/automations/engine/definition.ts'
import type { Choices } from '../use-choices.ts'

export const stepKinds: Record<StepKind, { text: string; icon: LucideIcon }> = {
  message: { text: 'שליחת הודעה', icon: Mail },
  task: { text: 'משימה לצוות', icon: SquareCheck },
  notice: { text: 'התראה לצוות', icon: Bell },
  tag: { text: 'תגית', icon: Tag },
  field: { text: 'עדכון שדה', icon: SquarePen },
  stage: { text: 'העברת הזדמנות לשלב', icon: MoveLeft },
  assign: { text: 'העברת אחריות', icon: UserCheck },
  webhook: { text: 'עדכון מערכת אחרת (webhook)', icon: Webhook },
  enrol: { text: 'צירוף לאוטומציה', icon: ListPlus },
  unenrol: { text: 'הוצאה מאוטומציה', icon: ListX },
  wait: { text: 'המתנה', icon: Hourglass },
  until: { text: 'המתנה עד תאריך', icon: CalendarClock },
  await: { text: 'המתנה לאירוע', icon: Zap },
  branch: { text: 'הסתעפות', icon: GitFork },
  goal: { text: 'מטרה', icon: Flag },
  exit: { text: 'יציאה', icon: CircleStop },
}

export function newStep(kind: StepKind, id: string, choices: Choices): Step {
  const first = (all: readonly { id: string }[]) => all[0]?.id ?? ''
  const stage = choices.stages.find((one) => one.kind === 'open')
  switch (kind) {
    case 'message':
      return { id, kind, templateId: first(choices.templates), only: [] }
    case 'task':
      return { id, kind, name: '', type: 'call', priority: 'medium', dueMinutes: 1440, userId: null }
    case 'notice':
      return { id, kind, title: '', severity: 'medium', userId: null }
    case 'tag':
      return { id, kind, change: 'add', tagId: first(choices.tags) }
    case 'field':
      return { id, kind, key: 'lifecycle', value: 'qualified' }
    case 'stage':
      return { id, kind, pipelineId: stage?.pipelineId ?? '', stageId: stage?.id ?? '' }
    case 'assign':
      return { id, kind, userId: first(choices.staff) }
    case 'webhook':
      return { id, kind, url: '' }
    case 'enrol':
    case 'unenrol':
      return { id, kind, automationId: first(choices.automations) }
    case 'wait':
      return { id, kind, minutes: 1440, at: '09:00', workingHours: false }
    case 'until':
      return { id, kind, key: 'birth_date', offsetDays: 0, at: '09:00' }
    case 'await':
      return { id, kind, event: 'task.done', match: {}, timeoutMinutes: 1440, then: [], else: [] }
    case 'branch':
      return { id, kind, conditions: [{ about: 'consent', is: true }], then: [], else: [] }
    case 'goal':
      return { id, kind, event: 'opportunity.won', match: {}, otherwise: 'continue' }
    case 'exit':
      return { id, kind }
  }
}
