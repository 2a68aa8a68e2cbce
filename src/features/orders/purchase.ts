/** The amount of a purchase that is reported now; null if it was reported, or if there is none. */
export type PurchaseClaimed = { amountAgorot: number | null }
