// Money is an integer of agorot everywhere; only this module formats it, and parse-money.ts parses it.
const shekels = new Intl.NumberFormat('he-IL', { style: 'currency', currency: 'ILS', maximumFractionDigits: 0 })
const withAgorot = new Intl.NumberFormat('he-IL', { style: 'currency', currency: 'ILS' })

/** For display; agorot are shown only when not zero. Contains invisible direction marks: never parse it back. */
export const formatMoney = (agorot: number) => (agorot % 100 === 0 ? shekels : withAgorot).format(agorot / 100)
