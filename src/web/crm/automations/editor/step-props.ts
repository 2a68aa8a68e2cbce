import type { Step } from '#features/automations/engine/definition.ts'
import type { Choices } from '../use-choices.ts'

export type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>
export type StepProps<One extends Step> = { step: One; onChange: (step: One) => void; choices: Choices }
