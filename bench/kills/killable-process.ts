// A process that is killed at a step and starts again when it is next needed.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { StatementStep } from '../../test/kill-at.ts'

/** A statement of the process itself, or a step of another party, which reports it by `pass`. */
export type Step = { name: string; nth?: number } & (StatementStep | object)

type Options = {
  /** A program of test/, which reads JSON in its first argument and sends a message when it works. */
  program: string
  options: object
  /** Before each start after a death. */
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
    // It may end at its first statement, before it says that it works.
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
    /** Dies at the step, which is reached from now on. Without a step the process goes on. */
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
    /** Called at each step of another party. Resolves when the process is dead, if it dies here. */
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
