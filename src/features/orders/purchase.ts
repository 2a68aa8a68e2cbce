/** The purchase amount to report; null if there is none or it was already reported. */
export type PurchaseClaimed = { amountAgorot: number | null }
