import type { StaffStage } from '#features/processes/clients.data.ts'
import { tasksOfClient } from '#features/processes/stage-progress.ts'
import { count } from '#lib/hebrew/count.ts'

/** The effects of completing a stage, shown before confirmation. */
export function stageEffectsText(now: StaffStage, stages: readonly StaffStage[], hasAccount: boolean): string {
  const next = stages.find(({ status, process }) => status === 'locked' && process.id === now.process.id)
  if (!next) return 'זה השלב האחרון: סיומו יסיים את התהליך.'
  const tasks = tasksOfClient(next.stage.task_template).length
  return [
    `סיום השלב יפתח את "${next.stage.name}"`,
    tasks > 0 &&
      count(tasks, { one: 'יוסיף משימה אחת למשפחה', two: 'יוסיף שתי משימות למשפחה', other: 'יוסיף # משימות למשפחה' }),
    hasAccount && now.stage.visible_to_client && 'וישלח דוא״ל על ההתקדמות',
  ]
    .filter(Boolean)
    .join(', ')
    .concat('.')
}
