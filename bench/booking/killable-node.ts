// A node that accepts bookings, in a separate process. It is killed at a step and restarted by the next request.
import type { Answered, Asked, BookingProcessOptions } from '../../test/booking-process.ts'
import { openKillableProcess } from '../kills/killable-process.ts'
import type { BookingKillStep } from './kill-steps.ts'

type Question<T = Asked> = T extends Asked ? Omit<T, 'id' | 'ip'> : never
export type Answer = { status: number; body: Record<string, unknown> }

export function openKillableNode(options: Omit<BookingProcessOptions, 'dieAt'>) {
  const { current, isAlive, ...node } = openKillableProcess<BookingKillStep>({
    program: 'booking-process.ts',
    options,
  })
  let requestCount = 0

  /** Undefined if the node is killed before it responds. */
  async function askOnce(question: Question): Promise<Answered | undefined> {
    const id = (requestCount += 1)
    const child = current()
    const answered = Promise.withResolvers<Answered | undefined>()
    const onMessage = (message: Answered) => message.id === id && answered.resolve(message)
    const onExit = () => answered.resolve(undefined)
    child.on('message', onMessage).once('exit', onExit)
    if (!isAlive()) onExit()
    // Each visitor has a different IP, so no rate limit per client applies.
    else child.send({ ...question, id, ip: `203.0.${id >> 8}.${id & 255}` }, () => {})
    const answer = await answered.promise
    child.off('message', onMessage).off('exit', onExit)
    return answer
  }

  return {
    ...node,
    /** Retries until the node responds, as a visitor would. */
    async ask(question: Question): Promise<Answer> {
      for (;;) {
        const answer = await askOnce(question)
        if (answer) return answer as Answer
        await node.revive()
      }
    },
  }
}
