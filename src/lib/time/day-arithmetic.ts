// Arithmetic of calendar days, 'YYYY-MM-DD'. Apart from the formats of dates, which an island that only counts days does not need.
const dayMs = 86_400_000

/** From one calendar day to another; negative when the second is earlier. */
export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

/** A calendar day plus a number of days. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
