/** Memoizes a pure function. The cache is cleared when it exceeds `atMost` entries. */
export function memoize<Question, Answer>(answer: (asked: Question) => Answer, atMost = 1000) {
  const known = new Map<Question, Answer>()
  return (key: Question): Answer => {
    const before = known.get(key)
    if (before !== undefined) return before
    if (known.size >= atMost) known.clear()
    const result = answer(key)
    known.set(key, result)
    return result
  }
}
