// "Perhaps you meant …": the known name that is most similar to an unknown one.

/** PostgREST's minimum similarity for names that the caller may know. */
export const minSimilarity = 0.33

/** The most similar candidate; undefined when its similarity (0–1) is below `least`. */
export function closestMatch(word: string, candidates: Iterable<string>, min: number): string | undefined {
  let best: string | undefined
  let bestScore = min
  for (const candidate of candidates) {
    // The difference in length bounds the similarity, which skips the edit distance for unrelated words.
    if (Math.min(word.length, candidate.length) < bestScore * Math.max(word.length, candidate.length)) continue
    const score = similarity(word.toLowerCase(), candidate.toLowerCase())
    if (score >= bestScore && (best === undefined || score > bestScore)) {
      best = candidate
      bestScore = score
    }
  }
  return best
}

const maxChanges = 3

/** The columns that PostgreSQL would suggest: the closest ones, within an edit distance of three and half the length of the word. */
export function closeColumns(word: string, columns: Iterable<string>): string[] {
  let nearest: string[] = []
  let min = maxChanges
  const half = Math.floor(Buffer.byteLength(word) / 2)
  for (const column of columns) {
    if (Math.abs(column.length - word.length) > min) continue
    const distance = editDistance(word, column)
    if (distance > min || distance > half) continue
    nearest = distance < min ? [column] : [...nearest, column]
    min = distance
  }
  // With many equally close columns PostgreSQL suggests none.
  return nearest.length > 2 ? [] : nearest
}

function similarity(a: string, b: string) {
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
