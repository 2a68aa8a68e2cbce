// A process that is killed at a step and restarted when it is next needed.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { StatementStep } from '../../test/kill-at.ts'

/** A statement of the process, or a step of an external service, which reports it by `pass`. */
export type Step = { name: string; nth?: number } & (StatementStep | object)

type Options = {
  /** A program of test/, which reads JSON from its first argument and sends a message when it is ready. */
  program: string
  options: object
  /** Called before each restart after a kill. */
  beforeRevival?: () => Promise<void>
}

export function openKillableProcess<S extends Step>({ program, options, beforeRevival }: Options) {
  let child: ChildProcess | undefined
  let starting: Promise<void> | undefined
  let armed: { step: S; left: number } | undefined
  let hasDied = false
  const isAlive = () => child !== undefined && child.exitCode === null && child.signalCode === null

  async function start(step?: S) {
    const all = { ...options, ...(step && 'statement' in step && { dieAt: step }) }
    const started = fork(join(import.meta.dirname, '../../test', program), [JSON.stringify(all)])
    child = started
    started.setMaxListeners(0)
    started.once('exit', () => {
      hasDied = true
    })
    // It may be killed at its first statement, before it reports that it is ready.
    await Promise.race([once(started, 'message'), once(started, 'exit')])
  }

  async function kill() {
    if (!isAlive()) return
    const dead = once(child!, 'exit')
    child!.kill('SIGKILL')
    await dead
  }

  async function startAgain() {
    await beforeRevival?.()
    await start()
  }
  const revive = async () => (isAlive() ? undefined : (starting ??= startAgain().finally(() => (starting = undefined))))

  return {
    /** Schedules the kill at a step. Without a step the process is not killed. */
    async begin(step: S | undefined) {
      armed = undefined
      if (step && 'statement' in step) {
        await kill()
        await start(step)
      } else await revive()
      if (step && !('statement' in step)) armed = { step, left: step.nth ?? 1 }
      hasDied = false
    },
    hasDied: () => hasDied,
    /** Called at each step of an external service. Resolves after the kill, if this is the kill step. */
    async pass(isHere: (step: S) => boolean) {
      if (!armed || !isHere(armed.step)) return
      armed.left -= 1
      if (armed.left === 0) await kill()
    },
    isAlive,
    revive,
    kill,
    current: () => child!,
  }
}
