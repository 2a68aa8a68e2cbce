// Hebrew names of interactions, and their times as text.
import type { InteractionKind } from '../webinar-labels.ts'

export const interactionLabels: Record<InteractionKind, string> = {
  offer: 'הצעה',
  poll: 'סקר',
  handout: 'קובץ',
  announcement: 'הודעה',
}

/** Parses 45:05, 1:15:00 or 45 (minutes) to seconds; undefined for other text. */
export function secondOfText(text: string): number | undefined {
  const parts = text.trim().split(':')
  if (parts.length > 3 || !parts.every((part) => /^\d{1,3}$/.test(part))) return undefined
  const numbers = parts.map(Number)
  if (numbers.length === 1) return numbers[0]! * 60
  if (numbers.slice(1).some((n) => n > 59)) return undefined
  return numbers.reduce((sum, n) => sum * 60 + n, 0)
}
