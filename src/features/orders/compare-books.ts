// Compares the ledger of one day with the provider's list. Differences are missing lines and other amounts.

export type Line = { transactionId: string; kind: 'payment' | 'refund'; amountAgorot: number }
/** The amount is null on the side where the line is missing. */
export type Difference = {
  transactionId: string
  kind: Line['kind']
  oursAgorot: number | null
  theirsAgorot: number | null
}

export function compareBooks(ours: readonly Line[], theirs: readonly Line[]): Difference[] {
  const known = new Map(ours.map((line) => [keyOf(line), line]))
  const differences: Difference[] = []
  for (const line of theirs) {
    const own = known.get(keyOf(line))
    known.delete(keyOf(line))
    if (own?.amountAgorot !== line.amountAgorot)
      differences.push(differ(line, own?.amountAgorot ?? null, line.amountAgorot))
  }
  return [...differences, ...[...known.values()].map((line) => differ(line, line.amountAgorot, null))]
}

/** The lines that are missing in `others`, or have another amount there. */
export function withoutLines<T extends Line>(lines: readonly T[], others: readonly Line[]): T[] {
  const amounts = new Map(others.map((line) => [keyOf(line), line.amountAgorot]))
  return lines.filter((line) => amounts.get(keyOf(line)) !== line.amountAgorot)
}

const keyOf = ({ kind, transactionId }: Line) => `${kind} ${transactionId}`

const differ = ({ transactionId, kind }: Line, oursAgorot: number | null, theirsAgorot: number | null): Difference => ({
  transactionId,
  kind,
  oursAgorot,
  theirsAgorot,
})
