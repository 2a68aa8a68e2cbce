// State of a template being edited: stages with their tasks, and the family's preview.
import { dayOf } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import type { ShownProcess } from './processes.data.ts'
import type { ProcessStage, ProcessTemplate, StageTask } from './processes.ts'

export type EditedMaterial = { title: string; url: string }
/** `lineage` is null until it is saved. */
export type EditedDocument = { lineage: string | null; name: string; hint: string }

export type EditedStage = Pick<
  ProcessStage,
  | 'name'
  | 'description'
  | 'stage_type'
  | 'goal'
  | 'completion_rule'
  | 'default_days'
  | 'is_skippable'
  | 'visible_to_client'
  | 'task_template'
  | 'form_id'
  | 'asks_for_review'
> & {
  /** Local key, because a new stage has no lineage until it is saved. */
  key: string
  lineage: string | null
  materials: EditedMaterial[]
  documents: EditedDocument[]
}
export type EditedTemplate = Pick<ProcessTemplate, 'name' | 'description'> & { stages: EditedStage[] }

export const newStage = (): EditedStage => ({
  key: crypto.randomUUID(),
  lineage: null,
  name: '',
  description: '',
  stage_type: 'task',
  goal: '',
  completion_rule: '',
  default_days: 14,
  is_skippable: false,
  visible_to_client: true,
  task_template: [],
  form_id: null,
  asks_for_review: false,
  materials: [],
  documents: [],
})

export const newTask = (): StageTask => ({ name: '', owner: 'client', due_offset: 7, minutes: 15 })

/** The draft as shown to a family in its first stage, opened at `now`. */
export function previewOf({ name, description, stages }: EditedTemplate, now: Date): ShownProcess {
  const visible = stages.filter((stage) => stage.visible_to_client)
  const at = now.toISOString()
  const today = dayOf(now)
  return {
    id: 'preview',
    contact_id: '',
    process_template_id: '',
    status: 'active',
    started_on: today,
    template: { id: '', name, description },
    stages: visible.map((stage, i) => ({
      id: stage.key,
      client_process_id: 'preview',
      process_stage_id: stage.key,
      status: i === 0 ? 'active' : 'locked',
      opened_at: i === 0 ? at : null,
      due_on: i === 0 && stage.default_days ? addDays(today, stage.default_days) : null,
      done_at: null,
      note: null,
      goal_target: null,
      goal_reached: 0,
      goal_unit: '',
      stage: { ...stage, id: stage.key, stage_order: i + 1, name: stage.name || 'שלב בלי שם' },
    })),
  }
}

/** Moves a list item by one position; at the ends nothing changes. */
export function moveItem<T>(all: readonly T[], at: number, by: -1 | 1): T[] {
  const next = [...all]
  const to = at + by
  if (to < 0 || to >= next.length) return next
  ;[next[at], next[to]] = [next[to]!, next[at]!]
  return next
}
