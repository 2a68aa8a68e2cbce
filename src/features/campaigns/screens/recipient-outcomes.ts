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

/** The text of one recipient's outcome. The message is its grammatical subject. */
export const recipientOutcomeLabels: Record<string, string> = {
  delivered: 'הגיעה',
  sent: 'נשלחה',
  sending: 'בתור הדואר',
  scheduled: 'מחכה',
  held_quiet: 'מחכה לסוף שעות השקט',
  postponed: 'נדחתה ליום אחר',
  bounced: 'חזרה אלינו',
  failed: 'לא התקבלה',
  skipped: 'דולגה',
  excluded: 'לא בקהל',
  canceled: 'בוטלה',
}

export const finalOutcomes = ['delivered', 'sent', 'bounced', 'failed', 'skipped', 'canceled']

/** The date at which postponed recipients get the message. Without a verb, so that it fits singular and plural. */
export const postponedText = (instant: string) => `ב${formatLongDate(instant)}, אחרי ${formatTime(instant)}`
