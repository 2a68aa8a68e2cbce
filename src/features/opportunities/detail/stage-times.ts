// Time spent in each stage, from the stage history.
import type { Stage } from '#platform/pipelines/pipelines.ts'
import type { StageHistory } from '../opportunities.ts'

type Arrival = Pick<StageHistory, 'from_stage' | 'to_stage' | 'at' | 'seconds_in_from'>
/** `seconds`: the sum over all visits; undefined if the stage was never entered. */
export type StageTime = { stage: Stage; state: 'done' | 'now' | 'next'; seconds: number | undefined }

/** All stages in order, with the time spent there. The lost stage is included only when it is the current one. */
export function stageTimes(
  stages: readonly Stage[],
  history: readonly Arrival[],
  current: { stage_id: string; stage_entered_at: string },
  now: Date,
): StageTime[] {
  const at = stages.find(({ id }) => id === current.stage_id)
  const spent = new Map<string, number>()
  for (const { from_stage, seconds_in_from } of history)
    if (from_stage) spent.set(from_stage, (spent.get(from_stage) ?? 0) + (seconds_in_from ?? 0))
  if (at) {
    const sinceEntry = Math.max(0, (now.getTime() - Date.parse(current.stage_entered_at)) / 1000)
    spent.set(at.slug, (spent.get(at.slug) ?? 0) + sinceEntry)
  }
  return stages
    .filter((stage) => stage.kind !== 'lost' || stage === at)
    .map((stage) => ({
      stage,
      state: stage === at ? 'now' : spent.has(stage.slug) ? 'done' : 'next',
      seconds: spent.get(stage.slug),
    }))
}

/** A duration in Hebrew: in days from one day on, otherwise in hours or as "less than an hour". */
export function durationText(seconds: number): string {
  const days = Math.floor(seconds / 86_400)
  if (days > 0) return days === 1 ? 'יום אחד' : days === 2 ? 'יומיים' : `${days} ימים`
  const hours = Math.floor(seconds / 3600)
  if (hours > 0) return hours === 1 ? 'שעה' : hours === 2 ? 'שעתיים' : `${hours} שעות`
  return 'פחות משעה'
}
