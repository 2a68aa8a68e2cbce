/** The purchase amount to report now; null if it was already reported, or if there is none. */
export type PurchaseClaimed = { amountAgorot: number | null }
