/** The candidate most like the word, for "Perhaps you meant …"; none when even the best shares less than `least` (0–1) of its letters. */
export function closeMatch(word: string, candidates: Iterable<string>, least: number): string | undefined {
  let best: string | undefined
  let bestScore = least
  for (const candidate of candidates) {
    // The difference in length alone may say no, and saves the work for words that nobody meant.
    if (Math.min(word.length, candidate.length) < bestScore * Math.max(word.length, candidate.length)) continue
    const score = likeness(word.toLowerCase(), candidate.toLowerCase())
    if (score >= bestScore && (best === undefined || score > bestScore)) {
      best = candidate
      bestScore = score
    }
  }
  return best
}

function likeness(a: string, b: string) {
  const longer = Math.max(a.length, b.length)
  return longer === 0 ? 1 : 1 - editDistance(a, b) / longer
}

function editDistance(a: string, b: string) {
  let above = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(change, above[j]! + 1, row[j - 1]! + 1))
    }
    above = row
  }
  return above[b.length]!
}
