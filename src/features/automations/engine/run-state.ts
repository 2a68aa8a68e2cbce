// The state of a run, as stored between steps.
export type RunState = {
  automationId: string
  status: 'queued' | 'waiting' | 'completed' | 'exited'
  /** The step to perform next, or the one that waits. Null after the last one. */
  at: string | null
  /** Of a step that waits. */
  until: string | null
  /** Types of the events since the run began. */
  happened: readonly string[]
  exitReason: string | null
}

export const beginRun = (automationId: string, firstStep: string | null): RunState => ({
  automationId,
  status: 'queued',
  at: firstStep,
  until: null,
  happened: [],
  exitReason: null,
})

export const isActive = ({ status }: Pick<RunState, 'status'>) => status === 'queued' || status === 'waiting'
