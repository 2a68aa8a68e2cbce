// A line diff of two texts.
export type LineChange = { what: 'same' | 'added' | 'removed'; line: string }

// The comparison takes time proportional to the product of both lengths; beyond this limit all lines are removed and added.
const maxLines = 1500

/** The lines of both texts in reading order: removed lines precede the lines that replace them. */
export function lineDiff(before: string, after: string): LineChange[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  if (old.length * now.length > maxLines ** 2)
    return [
      ...old.map((line) => ({ what: 'removed' as const, line })),
      ...now.map((line) => ({ what: 'added' as const, line })),
    ]
  const common = longestCommon(old, now)
  const changes: LineChange[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      changes.push({ what: 'same', line: old[i]! })
      i++
      j++
    } else if (i < old.length && (j === now.length || common[i + 1]![j]! >= common[i]![j + 1]!))
      changes.push({ what: 'removed', line: old[i++]! })
    else changes.push({ what: 'added', line: now[j++]! })
  }
  return changes
}

/** The length of the longest common subsequence from each position on. */
function longestCommon(old: readonly string[], now: readonly string[]) {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1))
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      lengths[i]![j] =
        old[i] === now[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
  return lengths
}
