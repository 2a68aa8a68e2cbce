// A client's progress through the stages. Without the schema library, because the portal's first screen loads this module.

export const stageStatuses = ['locked', 'active', 'waiting_client', 'waiting_coach', 'done', 'skipped'] as const
export type StageStatus = (typeof stageStatuses)[number]
export const stageStatusLabels: Record<StageStatus, string> = {
  locked: 'נעול',
  active: 'פעיל',
  waiting_client: 'ממתין לך',
  waiting_coach: 'ממתין למאמן/ת',
  done: 'הושלם',
  skipped: 'דולג',
}

/** Each instance with its stage, by stage_order (spec §4). An instance whose stage is not visible is dropped. */
export function inStageOrder<I extends { process_stage_id: string }, S extends { id: string; stage_order: number }>(
  instances: readonly I[],
  stages: readonly S[],
): (I & { stage: S })[] {
  const byId = new Map(stages.map((stage) => [stage.id, stage]))
  return instances
    .flatMap((instance) => {
      const stage = byId.get(instance.process_stage_id)
      return stage ? [{ ...instance, stage }] : []
    })
    .sort((one, other) => one.stage.stage_order - other.stage.stage_order)
}

const isOpen = (status: StageStatus) => status === 'active' || status === 'waiting_client' || status === 'waiting_coach'

/** The current stage: the first open one. None before the first is opened and after the last is done. */
export const currentStage = <T extends { status: StageStatus }>(inOrder: readonly T[]): T | undefined =>
  inOrder.find(({ status }) => isOpen(status))

/** The progress in one line, counted over the visible stages. */
export function progressText(inOrder: readonly { status: StageStatus }[]): string {
  if (inOrder.length === 0) return ''
  const now = currentStage(inOrder)
  if (now) return `שלב ${inOrder.indexOf(now) + 1} מתוך ${inOrder.length}`
  return inOrder.every(({ status }) => status === 'done' || status === 'skipped')
    ? 'כל השלבים הושלמו'
    : `${inOrder.length} שלבים`
}

/** The client's tasks of a stage: their own and the shared ones. */
export const tasksOfClient = <T extends { owner: 'client' | 'coach' | 'both' }>(tasks: readonly T[]): T[] =>
  tasks.filter(({ owner }) => owner !== 'coach')

type CountedGoal = { goal_target: number | null; goal_reached: number; goal_unit: string }

/** Progress towards the goal of a stage; undefined without a target. Rounded down: 100 % means that it is reached. */
export function goalProgress({ goal_target: target, goal_reached: reached, goal_unit: unit }: CountedGoal) {
  // Rows stored offline by an earlier version have no target.
  if (!target) return undefined
  return {
    target,
    reached,
    percent: Math.floor((reached / target) * 100),
    text: `${reached} מתוך ${target}${unit && ` ${unit}`}`,
  }
}
