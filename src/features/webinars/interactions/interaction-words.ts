// Hebrew names of interactions, and seconds as a clock.
import type { InteractionKind } from '../webinar-labels.ts'

export const interactionLabels: Record<InteractionKind, string> = {
  offer: 'הצעה',
  poll: 'סקר',
  handout: 'קובץ',
  announcement: 'הודעה',
}

/** 2705 as 45:05; from an hour on as 1:15:00. */
export function atSecond(second: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const [hours, minutes, seconds] = [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${two(minutes)}:${two(seconds)}`
}

/** 45:05, 1:15:00 or 45 (minutes) as seconds; undefined for anything else. */
export function secondOfText(text: string): number | undefined {
  const parts = text.trim().split(':')
  if (parts.length > 3 || !parts.every((part) => /^\d{1,3}$/.test(part))) return undefined
  const numbers = parts.map(Number)
  if (numbers.length === 1) return numbers[0]! * 60
  if (numbers.slice(1).some((n) => n > 59)) return undefined
  return numbers.reduce((sum, n) => sum * 60 + n, 0)
}
