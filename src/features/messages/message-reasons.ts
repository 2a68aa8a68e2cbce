// Hebrew labels of message outcomes, and of the reasons for a delay, a skip or a cancellation.
import { suppressionLabels } from './suppression-labels.ts'

export const outcomeLabels: Record<string, string> = {
  scheduled: 'מתוזמנת',
  postponed: 'נדחתה',
  late: 'הגיע זמנה ועוד לא יצאה',
  held_quiet: 'מחכה לסוף שעות השקט',
  sending: 'בתור לשליחה',
  sent: 'נשלחה',
  delivered: 'הגיעה',
  bounced: 'חזרה אלינו',
  complained: 'סומנה כדואר זבל',
  failed: 'לא התקבלה',
  skipped: 'לא נשלחה',
  canceled: 'בוטלה',
}

/** Sentences by reason code. */
const reasonSentences: Record<string, string> = {
  no_consent: 'אין הסכמה לקבל דיוור בכתובת הזו',
  no_email: 'אין כתובת דוא״ל',
  no_phone: 'אין מספר טלפון',
  no_push: 'אין מכשיר שאישר התראות',
  do_not_contact: 'איש הקשר סומן ״אין ליצור קשר״',
  paused: 'ביקשו הפסקה בדיוור',
  same_address: 'אותה הודעה כבר יצאה לכתובת או לאיש הקשר',
  gone: 'איש הקשר נמחק או מוזג',
  expired: 'עבר המועד שאחריו אין בה תועלת',
  too_late: 'המועד שלה כבר עבר כשהיא נוצרה',
  entity_changed: 'מה שההודעה מדברת עליו השתנה או בוטל',
  muted_here: 'ההודעה כבויה בהדרכה הזאת',
  run_exited: 'יצאו קודם מהאוטומציה או מהרצף',
  too_many_copies: 'כבר נשלחו לכתובת הזו שלושה העתקים באותו יום',
  overtaken: 'תזכורת מאוחרת יותר על אותו עניין יצאה במקומה',
  rule_off: 'השורה בתוכנית ההודעות כבויה',
  campaign_canceled: 'הדיוור בוטל',
  canceled: 'ההודעה בוטלה',
  no_template: 'אין לה תבנית שפורסמה',
  value_missing: 'חסר ערך לאחד השדות שבתבנית',
  not_rendered: 'לא הצלחנו להרכיב את ההודעה',
  window_closed: 'עברו יותר מ־24 שעות מההודעה האחרונה שקיבלנו, ואין לה תבנית מאושרת',
  no_advertiser: 'בפרסומת חייבים להופיע שם העסק ודרך ליצור קשר, והם חסרים בהגדרות',
  not_labelled: 'בתבנית המאושרת של פרסומת חסרה המילה ״פרסומת״ בהתחלה, או הדרך להסרה',
  channel_off: 'הערוץ עוד לא מחובר',
  review_asked_already: 'כבר ביקשו המלצה בחצי השנה האחרונה',
  reviewed_lately: 'כתבו המלצה בשלושת החודשים האחרונים',
  milestone_asked_already: 'כבר ביקשו המלצה אחרי השלב הזה',
  daily_cap: 'כבר קיבלו דיוור באותו יום',
  weekly_cap: 'כבר קיבלו מספיק דיוור באותו שבוע',
  quiet_hours: 'שעות שקט',
  ...suppressionLabels,
}
export const reasonSentence = (code: string) => reasonSentences[code] ?? code

/** The screen on which the rule that decided can be changed. */
export const ruleScreens: Readonly<Record<string, { to: string; text: string }>> = {
  quiet_hours: { to: '/crm/settings?tab=messages', text: 'שעות ותדירות' },
  daily_cap: { to: '/crm/settings?tab=messages', text: 'שעות ותדירות' },
  weekly_cap: { to: '/crm/settings?tab=messages', text: 'שעות ותדירות' },
  rule_off: { to: '/crm/email/plan', text: 'תוכנית ההודעות' },
  too_late: { to: '/crm/email/plan', text: 'תוכנית ההודעות' },
  no_template: { to: '/crm/email/templates', text: 'תבניות' },
  value_missing: { to: '/crm/email/templates', text: 'תבניות' },
  not_rendered: { to: '/crm/email/templates', text: 'תבניות' },
  no_advertiser: { to: '/crm/settings?tab=business', text: 'פרטי העסק' },
  not_labelled: { to: '/crm/email/templates', text: 'תבניות' },
  window_closed: { to: '/crm/email/templates', text: 'תבניות' },
  entity_changed: { to: '/crm/email/plan', text: 'תוכנית ההודעות' },
}

export const channelLabels: Record<string, string> = {
  email: 'דוא״ל',
  whatsapp: 'וואטסאפ',
  sms: 'SMS',
  push: 'התראת דפדפן',
  in_app: 'פעמון',
}

export const purposeLabels: Record<string, string> = {
  transactional: 'אישור',
  service: 'שירות',
  marketing: 'פרסומת',
}
