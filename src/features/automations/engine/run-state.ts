// The state of a run, as stored between steps.
export type RunState = {
  automationId: string
  status: 'queued' | 'waiting' | 'completed' | 'exited'
  /** The step to execute next, or the waiting step. Null after the last step. */
  at: string | null
  /** The state of a waiting step. */
  until: string | null
  /** Types of the events since the run started. */
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
