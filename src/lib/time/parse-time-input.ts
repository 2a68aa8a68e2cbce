// Parses typed times of day in 24-hour notation: 9, 930, 9:30, 14.30.

/** 'HH:MM', or undefined if the text is not a time of day. */
export function parseTimeInput(text: string): string | undefined {
  const [, hours, minutes = '0'] = /^(\d{1,2})(?:[:.]?(\d{2}))?$/.exec(text.trim()) ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined
  return `${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}`
}

/** The next or previous multiple of a number of minutes, within the day. */
export function stepTime(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const at = hour * 60 + minute
  const step = Math.abs(minutes)
  const next = minutes > 0 ? (Math.floor(at / step) + 1) * step : (Math.ceil(at / step) - 1) * step
  const inDay = (next + 1440) % 1440
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`
}
