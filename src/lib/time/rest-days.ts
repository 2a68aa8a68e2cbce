// Days of rest in Israel: Saturday, and the holidays on which the law forbids work. Days are 'YYYY-MM-DD'.

// The engine's Intl has the Hebrew calendar; the libraries for it have incompatible licences.
const hebrew = new Intl.DateTimeFormat('en-u-ca-hebrew', { timeZone: 'UTC', day: 'numeric', month: 'long' })

/** New Year, the Day of Atonement, the first and last days of Tabernacles and Passover, Weeks. */
const holidays = ['1 Tishri', '2 Tishri', '10 Tishri', '15 Tishri', '22 Tishri', '15 Nisan', '21 Nisan', '6 Sivan']

/** Whether the day is one of the eight legal holidays. */
export function isHoliday(day: string): boolean {
  const parts = hebrew.formatToParts(Date.parse(day))
  const part = (type: string) => parts.find((one) => one.type === type)?.value
  return holidays.includes(`${part('day')} ${part('month')}`)
}

export const isSaturday = (day: string): boolean => new Date(day).getUTCDay() === 6
