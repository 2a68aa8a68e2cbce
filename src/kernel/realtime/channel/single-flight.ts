// What many channels ask of the database at the same moment, as after a restart, is asked once.
import { OverloadError } from './join.ts'

const mostAsked = 1000

/** While a question is being asked, whoever asks the same gets the same answer. With too many questions open it throws an OverloadError. */
export function singleFlight<Answer>() {
  const asked = new Map<string, Promise<Answer>>()

  return function once(question: string, ask: () => Promise<Answer>): Promise<Answer> {
    const known = asked.get(question)
    if (known) return known
    if (asked.size >= mostAsked)
      throw new OverloadError('IncreaseConnectionPool: Too many channels are joining at once, please try again')
    const answer = ask().finally(() => asked.delete(question))
    asked.set(question, answer)
    return answer
  }
}
