// "Perhaps you meant …": which of the known names is most like the one that is not known.

/** What PostgREST asks at least of names that the caller may know anyway. */
export const leastLikeness = 0.33

/** The candidate most like the word; none when even the best shares less than `least` (0–1) of its letters. */
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

const mostChanges = 3

/** The columns that PostgreSQL would suggest: the nearest ones, at most three letters and half of the word away. */
export function closeColumns(word: string, columns: Iterable<string>): string[] {
  let nearest: string[] = []
  let least = mostChanges
  const half = Math.floor(Buffer.byteLength(word) / 2)
  for (const column of columns) {
    if (Math.abs(column.length - word.length) > least) continue
    const distance = editDistance(word, column)
    if (distance > least || distance > half) continue
    nearest = distance < least ? [column] : [...nearest, column]
    least = distance
  }
  // Of many that are equally near it suggests none.
  return nearest.length > 2 ? [] : nearest
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
