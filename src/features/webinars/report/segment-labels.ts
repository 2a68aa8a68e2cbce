// Names of segments and of their follow-up lists.
import { tagNameLimit } from '#platform/tags/tags.ts'

export const segmentLabels: Readonly<Record<string, string>> = {
  attended_not_bought: 'הגיעו ולא רכשו',
  warm: 'צפו 70% ומעלה ולא רכשו',
  clicked_not_bought: 'לחצו על ההצעה ולא רכשו',
  stayed: 'נשארו עד הסוף',
  left_early: 'יצאו מוקדם',
  missed: 'לא הגיעו',
  replay: 'צפו בהקלטה',
  bought: 'רכשו',
  registered: 'כל הנרשמים',
}

/** The segment, the day, and the title truncated to the length of a tag: "לא הגיעו · 24.11 · איך בונים תקציב". */
export function listName(segment: string, day: string | undefined, title: string): string {
  const start = [segmentLabels[segment] ?? segment, day].filter(Boolean).join(' · ')
  const whole = `${start} · ${title}`
  return whole.length <= tagNameLimit ? whole : `${whole.slice(0, tagNameLimit - 1).trimEnd()}…`
}

/** Formats "40% מתוך 30". Empty without a denominator. */
export const shareOf = (part: number, total: number, what: string): string | undefined =>
  total > 0 ? `${Math.round((100 * part) / total)}% מתוך ${total.toLocaleString('he-IL')} ${what}` : undefined
