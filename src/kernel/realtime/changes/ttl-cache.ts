/** Remembers answers for so long after the first of them: when everybody comes back at once, the same is asked thousands of times. */
export function createTtlCache<T>(ms: number) {
  let answers = new Map<string, Promise<T>>()
  let since = 0
  return {
    /** `isLasting` says which answers are worth remembering. */
    async ask(key: string, find: () => Promise<T>, isLasting: (answer: T) => boolean): Promise<T> {
      if (Date.now() - since > ms) {
        answers = new Map()
        since = Date.now()
      }
      const asked = answers
      const answer = asked.get(key) ?? find()
      asked.set(key, answer)
      const forget = () => asked.delete(key)
      answer.then((found) => isLasting(found) || forget(), forget)
      return answer
    },
  }
}
