// Edits the tree of steps by step id. Every function returns a new tree.
import { eachStep } from './flow.ts'
import type { Step } from './definition.ts'

/** A list of steps: the root, or an arm of a branch. */
export type Side = { of: string; arm: 'then' | 'else' } | null

export function newStepId(steps: readonly Step[]): string {
  const used = new Set(eachStep(steps).map(({ id }) => id))
  for (;;) {
    const id = Math.random().toString(36).slice(2, 10).padEnd(8, '0')
    if (!used.has(id)) return id
  }
}

/** Applies a change to one list of the tree. */
function changeList(steps: readonly Step[], side: Side, change: (list: readonly Step[]) => Step[]): Step[] {
  if (!side) return change(steps)
  return steps.map((step) => {
    if (step.kind !== 'branch' && step.kind !== 'await') return step
    if (step.id === side.of) return { ...step, [side.arm]: change(step[side.arm]) }
    return { ...step, then: changeList(step.then, side, change), else: changeList(step.else, side, change) }
  })
}

/** Applies a change to the list that contains the step. */
function changeAround(
  steps: readonly Step[],
  id: string,
  change: (list: readonly Step[], at: number) => Step[],
): Step[] {
  const at = steps.findIndex((step) => step.id === id)
  if (at >= 0) return change(steps, at)
  return steps.map((step) =>
    step.kind === 'branch' || step.kind === 'await'
      ? { ...step, then: changeAround(step.then, id, change), else: changeAround(step.else, id, change) }
      : step,
  )
}

export const insertStep = (steps: readonly Step[], side: Side, at: number, step: Step) =>
  changeList(steps, side, (list) => list.toSpliced(at, 0, step))

export const replaceStep = (steps: readonly Step[], step: Step) =>
  changeAround(steps, step.id, (list, at) => list.with(at, step))

export const removeStep = (steps: readonly Step[], id: string) =>
  changeAround(steps, id, (list, at) => list.toSpliced(at, 1))

/** Moves a step up (-1) or down (1) in its list. Does nothing at the end of the list. */
export const moveStep = (steps: readonly Step[], id: string, by: -1 | 1) =>
  changeAround(steps, id, (list, at) => {
    const to = at + by
    return to < 0 || to >= list.length ? [...list] : list.with(at, list[to]!).with(to, list[at]!)
  })
