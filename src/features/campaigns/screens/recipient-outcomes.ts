import { formatLongDate, formatTime } from '#lib/time/dates.ts'

/** Outcomes of a recipient, in display order. */
export const outcomeLabels: Record<string, string> = {
  delivered: 'הגיעו',
  sent: 'נשלחו',
  sending: 'בתור הדואר',
  scheduled: 'מחכים',
  held_quiet: 'מחכים לסוף שעות השקט',
  postponed: 'נדחו ליום אחר',
  bounced: 'חזרו',
  failed: 'לא התקבלו',
  skipped: 'דולגו',
  excluded: 'לא היו בקהל',
  canceled: 'בוטלו',
}

/** Outcomes that no longer change. */
export const finalOutcomes = ['delivered', 'sent', 'bounced', 'failed', 'skipped', 'canceled']

/** The date at which postponed recipients get the message. */
export const postponedText = (instant: string) => `יקבלו ב${formatLongDate(instant)}, אחרי ${formatTime(instant)}`
