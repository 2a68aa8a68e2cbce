// Processes of three demo families: of the demo client, of one that waits for the coach, and of one that has to act.
import type { DemoTeam } from '#platform/accounts/accounts.seed.ts'
import { ago, demoContactId } from '#features/contacts/contacts.seed.ts'
import { dayOf } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { seedId } from '#lib/seed-id.ts'
import type { ClientProcess, ProcessStage, ProcessStageInstance } from './processes.ts'
import type { StageStatus } from './stage-progress.ts'

type DemoProgress = {
  contact: string
  startedDaysAgo: number
  /** Number of completed stages, and the status of the next one. */
  done: number
  now: StageStatus
  note?: string
  goal?: Pick<ProcessStageInstance, 'goal_target' | 'goal_reached' | 'goal_unit'>
}

const ways: readonly DemoProgress[] = [
  {
    contact: 'itay',
    startedDaysAgo: 44,
    done: 1,
    now: 'active',
    note: 'החודש הראשון כבר מאחוריכם. בפגישה הבאה נשווה יחד את התקציב לביצוע.',
    goal: { goal_target: 2, goal_reached: 1, goal_unit: 'חודשי תקציב' },
  },
  { contact: 'rinat', startedDaysAgo: 15, done: 0, now: 'waiting_coach' },
  { contact: 'eyal', startedDaysAgo: 62, done: 2, now: 'waiting_client' },
]

type Base = { stages: readonly ProcessStage[] }

const processId = (i: number) => seedId(11, i + 1)
export const demoInstanceId = (i: number, place: number) => seedId(12, i * 20 + place + 1)
const daysOf = (stage: ProcessStage) => stage.default_days ?? 14
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

export const demoProcesses = (team: DemoTeam, { stages }: Base, now: Date) =>
  ways.map(({ contact, startedDaysAgo }, i) => {
    const started_on = addDays(dayOf(now), -startedDaysAgo)
    return {
      id: processId(i),
      contact_id: demoContactId(contact),
      process_template_id: stages[0]!.template_id,
      coach_id: team.coach,
      status: 'active',
      started_on,
      target_end: addDays(started_on, sum(stages.map(daysOf))),
      created_at: ago(now, startedDaysAgo),
      is_demo: true,
    }
  }) satisfies Partial<ClientProcess>[]

export const demoStageInstances = (team: DemoTeam, { stages }: Base, now: Date) =>
  ways.flatMap((way, i) =>
    stages.map((stage, place) => {
      const opensAfter = sum(stages.slice(0, place).map(daysOf))
      const opensDaysAgo = Math.max(0, way.startedDaysAgo - opensAfter)
      const status = place < way.done ? 'done' : place === way.done ? way.now : 'locked'
      const isDone = status === 'done'
      return {
        id: demoInstanceId(i, place),
        client_process_id: processId(i),
        process_stage_id: stage.id,
        status,
        opened_at: status === 'locked' ? null : ago(now, opensDaysAgo),
        due_on: addDays(dayOf(now), opensAfter + daysOf(stage) - way.startedDaysAgo),
        done_at: isDone ? ago(now, Math.max(0, opensDaysAgo - daysOf(stage))) : null,
        done_by: isDone ? team.coach : null,
        note: place === way.done ? (way.note ?? null) : null,
        ...(place === way.done && way.goal ? way.goal : { goal_target: null, goal_reached: 0, goal_unit: '' }),
        is_demo: true,
      }
    }),
  ) satisfies Partial<ProcessStageInstance>[]

/** Tasks of the demo client's current stage: the first is done, the others are open. */
export const demoClientTasks = (team: DemoTeam, { stages }: Base, now: Date) => {
  const [way] = ways
  const { task_template } = stages[way!.done]!
  return task_template
    .filter(({ owner }) => owner !== 'coach')
    .slice(0, 4)
    .map(({ name, minutes }, i) => ({
      id: seedId(5, 101 + i),
      name,
      contact_id: demoContactId(way!.contact),
      stage_instance_id: demoInstanceId(0, way!.done),
      status: i === 0 ? 'Done' : 'To Do',
      due_date: addDays(dayOf(now), i * 2),
      completed_at: i === 0 ? ago(now, 2) : null,
      minutes,
      shared_with: 'household',
      created_by: team.coach,
      // Seconds apart, so that the timeline has this order.
      created_at: ago(new Date(now.getTime() + i * 1_000), 12),
      is_demo: true,
    }))
}
