// The days on which Israel rests: Saturday, and the holidays on which the law forbids work. Days are 'YYYY-MM-DD'.

// The Hebrew calendar comes with the engine; a library for it would be under a licence that we cannot carry.
const hebrew = new Intl.DateTimeFormat('en-u-ca-hebrew', { timeZone: 'UTC', day: 'numeric', month: 'long' })

/** New Year, the Day of Atonement, the first and last days of Tabernacles and Passover, Weeks. */
const holidays = ['1 Tishri', '2 Tishri', '10 Tishri', '15 Tishri', '22 Tishri', '15 Nisan', '21 Nisan', '6 Sivan']

/** Whether the day is one of the eight holidays of rest. */
export function isHoliday(day: string): boolean {
  const parts = hebrew.formatToParts(Date.parse(day))
  const part = (type: string) => parts.find((one) => one.type === type)?.value
  return holidays.includes(`${part('day')} ${part('month')}`)
}

export const isSaturday = (day: string): boolean => new Date(day).getUTCDay() === 6
