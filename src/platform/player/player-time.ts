/** Formats seconds as 12:05, or 1:02:03. */
export function formatPosition(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (n: number) => String(n).padStart(2, '0')
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

/** Parses a typed time such as 12:05 or 1:02:03 to seconds; undefined for anything else. */
export function parsePosition(text: string): number | undefined {
  const parts = text.trim().split(':')
  if (parts.length > 3 || parts.some((part) => !/^\d{1,4}$/.test(part))) return undefined
  return parts.reduce((seconds, part) => seconds * 60 + Number(part), 0)
}
