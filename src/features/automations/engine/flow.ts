// Traverses the tree of steps: every step, a step by id, and the next step.
import type { Definition, Step } from './definition.ts'

/** The nested lists of a step. */
export const armsOf = (step: Step): readonly (readonly Step[])[] =>
  step.kind === 'branch' || step.kind === 'await' ? [step.then, step.else] : []

/** All steps in display order. */
export function* eachStep(steps: readonly Step[]): Generator<Step> {
  for (const step of steps) {
    yield step
    for (const arm of armsOf(step)) yield* eachStep(arm)
  }
}

export const findStep = (steps: readonly Step[], id: string): Step | undefined =>
  eachStep(steps).find((step) => step.id === id)

/** The id of the next step, which may follow the branch that contains this one. Null at the end. */
export function stepAfter(steps: readonly Step[], id: string): string | null {
  const after = (list: readonly Step[], then: string | null): string | null | undefined => {
    for (const [i, step] of list.entries()) {
      const next = list[i + 1]?.id ?? then
      if (step.id === id) return next
      for (const arm of armsOf(step)) {
        const found = after(arm, next)
        if (found !== undefined) return found
      }
    }
    return undefined
  }
  return after(steps, null) ?? null
}

/** The first step of an arm, or the step after its branch when the arm is empty. */
export const enterArm = (steps: readonly Step[], step: Step, arm: readonly Step[]): string | null =>
  arm[0]?.id ?? stepAfter(steps, step.id)

/** The ids of the goals after a step. Goals are allowed in the root list only. */
export function goalsAfter({ steps }: Pick<Definition, 'steps'>, at: string | null) {
  const place = steps.findIndex((step) => step.id === at || armsOf(step).some((arm) => findStep(arm, at ?? '')))
  return steps.filter((step, i) => step.kind === 'goal' && (place < 0 ? at !== null : i >= place))
}
