// Arithmetic of calendar days, 'YYYY-MM-DD'. Separate from the date formats, which an island that only computes with
// days does not need.
const dayMs = 86_400_000

/** The number of days from one calendar day to another; negative when the second is earlier. */
export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

/** Adds a number of days to a calendar day. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
