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
  mailed_instead: 'דוא״ל במקומה',
  instead_of_whatsapp: 'במקום וואטסאפ',
  no_consent: 'אין הסכמה לקבל דיוור בכתובת הזו',
  no_email: 'אין כתובת דוא״ל',
  no_phone: 'אין מספר טלפון',
  no_push: 'אין מכשיר שאישר התראות',
  do_not_contact: 'איש הקשר סומן ״אין ליצור קשר״',
  paused: 'ביקשו הפסקה בדיוור',
  failed: 'הספק לא קיבל את ההודעה',
  no_number: 'המספר שבו הסכימו לוואטסאפ השתנה או הוסר',
  same_address: 'אותה הודעה כבר יצאה לכתובת או לאיש הקשר',
  gone: 'איש הקשר נמחק או מוזג',
  expired: 'עבר המועד שאחריו אין בה תועלת',
  too_late: 'המועד שלה כבר עבר כשהיא נוצרה',
  entity_changed: 'מה שההודעה מדברת עליו השתנה או בוטל',
  muted_here: 'ההודעה כבויה בהדרכה הזאת',
  run_exited: 'יצאו קודם מהאוטומציה או מהרצף, או שהם כבר בארכיון',
  too_many_copies: 'כבר נשלחו לכתובת הזו שלושה העתקים באותו יום',
  too_many_webinar_mails: 'כבר נשלחו לכתובת הזו עשר הודעות על הרשמות להדרכות באותו יום',
  overtaken: 'תזכורת מאוחרת יותר על אותו עניין יצאה במקומה',
  rule_off: 'השורה בתוכנית ההודעות כבויה',
  campaign_canceled: 'הדיוור בוטל',
  canceled: 'ההודעה בוטלה',
  no_template: 'אין לה תבנית שפורסמה',
  value_missing: 'חסר ערך לאחד השדות שבתבנית',
  not_rendered: 'לא הצלחנו להרכיב את ההודעה',
  delivered_late: 'הודעת הוואטסאפ, שנראה שלא תצא, הגיעה',
  window_closed: 'עברו יותר מ־24 שעות מההודעה האחרונה שקיבלנו, ואין לה תבנית מאושרת',
  no_advertiser: 'בפרסומת חייבים להופיע שם העסק, כתובת ודרך ליצור קשר, ולא כולם מולאו בהגדרות',
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

/** Texts by the leading number of a WhatsApp error. https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes */
const whatsAppErrors: Readonly<Record<string, string>> = {
  190: 'ההרשאה של העסק בוואטסאפ פגה',
  130429: 'בוואטסאפ עמוסים כרגע',
  131026: 'המספר לא בוואטסאפ, או שאי אפשר לכתוב אליו',
  131042: 'יש בעיה בתשלום לוואטסאפ',
  131047: 'עברו יותר מ־24 שעות מההודעה האחרונה שקיבלנו',
  131049: 'בוואטסאפ הגבילו את מספר ההודעות למספר הזה',
  131050: 'ביקשו בוואטסאפ להפסיק את ההודעות',
  132000: 'מספר הערכים לא מתאים לתבנית המאושרת',
  132001: 'התבנית לא נמצאה אצל Meta',
  132007: 'התבנית לא עומדת בכללים של Meta',
  132015: 'התבנית הושהתה אצל Meta',
  132016: 'התבנית נחסמה אצל Meta',
}

/** Why a mail replaces a WhatsApp message: a code, or an error of the provider. */
export const mailedReason = (reason: string) =>
  reasonSentences[reason] ?? providerReason(reason) ?? `בוואטסאפ לא קיבלו את ההודעה (\u2066${reason}\u2069)`

/** The meaning of a provider's error, if known. */
export const providerReason = (error: string): string | undefined =>
  whatsAppErrors[/^(\d{3,6}):/.exec(error)?.[1] ?? '']

/** The screen where the deciding rule can be changed. */
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
