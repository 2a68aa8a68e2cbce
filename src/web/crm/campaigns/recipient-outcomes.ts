import { formatLongDate, formatTime } from '#lib/time/dates.ts'

/** What became of a person of a campaign, in the order in which it is told. */
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

/** Those who have had their letter, or never will. */
export const finalOutcomes = ['delivered', 'sent', 'bounced', 'failed', 'skipped', 'canceled']

/** When those who wait for another day are written to, in words. */
export const postponedText = (instant: string) => `יקבלו ב${formatLongDate(instant)}, אחרי ${formatTime(instant)}`
