// Sums of a checkout: tax within a price, and instalments. Amounts are agorot.

/** The tax that a price includes. */
export const vatWithin = (amountAgorot: number, percent: number) =>
  Math.round((amountAgorot * percent) / (100 + percent))

/** Equal monthly parts; the first one takes what does not divide. */
export function installmentsOf(amountAgorot: number, count: number): { first: number; others: number } {
  const others = Math.floor(amountAgorot / count)
  return { first: amountAgorot - others * (count - 1), others }
}
