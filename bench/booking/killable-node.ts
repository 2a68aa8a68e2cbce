// A node that takes bookings in a process of its own. It is killed at a step and starts again when it is next asked.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Answered, Asked, BookingProcessOptions } from '../../test/booking-process.ts'
import type { BookingKillStep } from './kill-steps.ts'

type Question<T = Asked> = T extends Asked ? Omit<T, 'id' | 'ip'> : never
export type Answer = { status: number; body: Record<string, unknown> }

export function openKillableNode(options: Omit<BookingProcessOptions, 'dieAt'>) {
  let child: ChildProcess | undefined
  let starting: Promise<void> | undefined
  let armed: { step: BookingKillStep; left: number } | undefined
  let asked = 0
  let hasDied = false
  const isAlive = () => child !== undefined && child.exitCode === null && child.signalCode === null

  async function start(step?: BookingKillStep) {
    const all: BookingProcessOptions = { ...options, ...(step && 'statement' in step && { dieAt: step }) }
    const started = fork(join(import.meta.dirname, '../../test/booking-process.ts'), [JSON.stringify(all)])
    child = started
    started.setMaxListeners(0)
    started.once('exit', () => {
      hasDied = true
    })
    // A node may end at its first statement, before it says that it works.
    await Promise.race([once(started, 'message'), once(started, 'exit')])
  }

  async function kill() {
    if (!isAlive()) return
    const dead = once(child!, 'exit')
    child!.kill('SIGKILL')
    await dead
  }

  const revive = () => (starting ??= start().finally(() => (starting = undefined)))

  /** Undefined if the node dies before it answers. */
  async function askOnce(question: Question): Promise<Answered | undefined> {
    const id = (asked += 1)
    const node = child!
    const answered = Promise.withResolvers<Answered | undefined>()
    const onMessage = (message: Answered) => message.id === id && answered.resolve(message)
    const onExit = () => answered.resolve(undefined)
    node.on('message', onMessage).once('exit', onExit)
    if (!isAlive()) onExit()
    // Every visitor has an address of their own: no limit per client applies.
    else node.send({ ...question, id, ip: `203.0.${id >> 8}.${id & 255}` }, () => {})
    const answer = await answered.promise
    node.off('message', onMessage).off('exit', onExit)
    return answer
  }

  return {
    /** Dies at the step, which is reached from now on. Without a step the node goes on. */
    async begin(step: BookingKillStep | undefined) {
      armed = undefined
      if (step && 'statement' in step) {
        await kill()
        await start(step)
      } else if (!isAlive()) await revive()
      if (step && !('statement' in step)) armed = { step, left: step.nth ?? 1 }
      hasDied = false
    },
    hasDied: () => hasDied,
    /** Called at each step of Google and of the mail server. Resolves when the node is dead, if it dies here. */
    async pass(isHere: (step: BookingKillStep) => boolean) {
      if (!armed || !isHere(armed.step)) return
      armed.left -= 1
      if (armed.left === 0) await kill()
    },
    revive: async () => (isAlive() ? undefined : revive()),
    /** Asks until the node answers, as a visitor who presses again. */
    async ask(question: Question): Promise<Answer> {
      for (;;) {
        const answer = await askOnce(question)
        if (answer) return answer as Answer
        await revive()
      }
    },
    kill,
  }
}
