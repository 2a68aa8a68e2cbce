// Labels of booking: statuses, locations and refusal messages.
import { linkRefusals } from './links/link-obstacles.ts'

export const appointmentStatuses = [
  'awaiting_payment',
  'pending',
  'confirmed',
  'rescheduled',
  'cancelled',
  'rejected',
  'expired',
  'completed',
  'no_show',
] as const
export type AppointmentStatus = (typeof appointmentStatuses)[number]

/** Statuses of appointments that may still take place. */
export const openStatuses: readonly AppointmentStatus[] = ['awaiting_payment', 'pending', 'confirmed']

export const statusLabels: Record<AppointmentStatus, string> = {
  awaiting_payment: 'ממתין לתשלום',
  pending: 'ממתין לאישור',
  confirmed: 'מאושר',
  rescheduled: 'נדחה למועד אחר',
  cancelled: 'בוטל',
  rejected: 'לא אושר',
  expired: 'לא נענה בזמן',
  completed: 'התקיים',
  no_show: 'לא הגיע/ה',
}
export const unprovenLabel = 'ממתין לאישור בדוא״ל'
/** A held appointment without an order awaits confirmation by the mailed link, not a payment. */
export const statusText = ({ status, order_id: order }: { status: AppointmentStatus; order_id: string | null }) =>
  status === 'awaiting_payment' && order === null ? unprovenLabel : statusLabels[status]

/** Payment modes: what is paid online at booking. */
export const paymentModes = ['none', 'full', 'deposit'] as const
export const paymentModeLabels: Record<(typeof paymentModes)[number], string> = {
  none: 'בלי תשלום בקביעה',
  full: 'כל המחיר בקביעה',
  deposit: 'מקדמה בקביעה',
}

/** Booking window modes: how far ahead an appointment can be booked. */
export const windowKinds = ['rolling', 'range', 'unlimited'] as const
export type WindowKind = (typeof windowKinds)[number]
export const windowKindLabels: Record<WindowKind, string> = {
  rolling: 'כמה ימים קדימה',
  range: 'בין תאריכים',
  unlimited: 'בלי הגבלה',
}

/** Attendee roles; rescheduling keeps them. */
export const attendeeRoles = ['main', 'partner', 'guest-1', 'guest-2', 'guest-3', 'guest-4', 'guest-5'] as const
export type AttendeeRole = (typeof attendeeRoles)[number]
export const isGuest = (role: AttendeeRole) => role !== 'main' && role !== 'partner'
/** The purpose of a manage link. Guests cannot change the appointment. */
export const aboutLink = (role: AttendeeRole) => (isGuest(role) ? 'לפרטי הפגישה' : 'לשינוי או לביטול')
export const maxGuests = 5
export const byRole = (a: { role: AttendeeRole }, b: { role: AttendeeRole }) =>
  attendeeRoles.indexOf(a.role) - attendeeRoles.indexOf(b.role)

export const locationKinds = [
  'meet',
  'zoom',
  'phone_host_calls',
  'phone_client_calls',
  'in_person',
  'whatsapp',
] as const
export type LocationKind = (typeof locationKinds)[number]

export const locationLabels: Record<LocationKind, string> = {
  meet: 'שיחת וידאו ב־Google Meet',
  zoom: 'שיחת וידאו ב־Zoom',
  phone_host_calls: 'שיחת טלפון, נתקשר אליכם',
  phone_client_calls: 'שיחת טלפון, אתם מתקשרים',
  in_person: 'פגישה פנים אל פנים',
  whatsapp: 'שיחת וואטסאפ',
}

export const refusals = {
  ...linkRefusals,
  slot_taken: 'השעה הזו נתפסה בינתיים. אלה השעות הקרובות שפנויות',
  slot_not_offered: 'השעה הזו כבר לא מוצעת. אלה השעות הקרובות שפנויות',
  type_gone: 'סוג הפגישה הזה כבר לא מוצע. אפשר ליצור קשר ונמצא מועד יחד',
  booking_closed: 'קביעת פגישות סגורה כרגע. אפשר להשאיר פרטים ונחזור אליכם',
  calendar_unavailable: 'אי אפשר לבדוק כרגע את היומן. אפשר להשאיר פרטים ונחזור אליכם, או לנסות שוב בעוד כמה דקות',
  too_many_active: 'כבר קבועות לכם פגישות מהסוג הזה. אפשר לשנות מועד של פגישה קיימת דרך הקישור שנשלח',
  link_unknown: 'הקישור אינו מוכר. אפשר לבקש קישור חדש בכתובת הדוא״ל שבה נקבעה הפגישה',
  appointment_ended: 'הפגישה הזו כבר הסתיימה או בוטלה, ואי אפשר לשנות אותה',
  appointment_in_past: 'המועד שביקשו כבר עבר. אפשר לדחות את הבקשה ולהציע מועד אחר',
  appointment_ahead: 'אפשר לסמן אי־הגעה רק אחרי שהפגישה התחילה',
  appointment_too_long: 'פגישה: עד 24 שעות',
  appointment_gone: 'הפגישה לא נמצאה, או שאין הרשאה לשנות אותה',
  cancel_too_late: 'עבר הזמן לביטול מקוון. אפשר ליצור איתנו קשר',
  reschedule_too_late: 'עבר הזמן לשינוי מקוון. אפשר ליצור איתנו קשר',
  partner_not_offered: 'לפגישה הזו אי אפשר לצרף עוד משתתפים מכאן. אפשר ליצור איתנו קשר',
  partner_is_attendee: 'הכתובת הזו כבר מוזמנת לפגישה',
  attendee_role_taken: 'לפגישה הזו כבר צורפו בן או בת זוג',
  guests_full: 'לפגישה הזו כבר צורפו כל האורחים שאפשר. אפשר ליצור איתנו קשר',
  guests_only: 'אפשר לצאת מכאן רק מפגישה של מישהו אחר',
  guest_not_allowed: 'רק מי שקבעו את הפגישה יכולים לשנות או לבטל אותה',
  address_invited_often: 'הכתובת הזו כבר הוזמנה לכמה פגישות. אפשר לנסות מחר, או ליצור איתנו קשר',
  earlier_not_offered: 'לפגישה הזו אי אפשר לבקש שעה מוקדמת יותר. אפשר ליצור איתנו קשר',
  moved_too_often: 'המועד כבר שונה היום כמה פעמים. אפשר לנסות מחר, או ליצור איתנו קשר',
  package_required: 'הפגישה הזו נקבעת מתוך חבילה, ולא מצאנו חבילה עם פגישה פנויה למועד הזה. אפשר ליצור איתנו קשר',
  package_used_up: 'כל הפגישות בחבילה כבר נקבעו',
  package_unproven: 'כדי לקבוע מתוך החבילה פותחים את הקישור ששלחנו בדוא״ל, ומאשרים שם',
  package_expired: 'תוקף החבילה מסתיים לפני המועד הזה',
  package_below_used: 'כבר נקבעו יותר פגישות מהמספר הזה',
  series_of_another_host: 'חלק מהפגישות הבאות הן של מנחה אחר. אפשר לבטל כל פגישה לחוד',
  not_a_group: 'הפגישה הזו אינה חלק ממפגש קבוצתי',
  series_too_long: 'עד 24 פגישות בסדרה',
  stale_version: 'הפגישה השתנתה בינתיים. רעננו ונסו שוב',
  schedule_gone: 'לוח השעות לא נמצא',
  not_a_host: 'רק חברי צוות פעילים יכולים לקבל פגישות',
  not_allowed: 'אין הרשאה לפעולה הזו',
  consent_text_unknown: 'הנוסח שאושר אינו מוכר. רעננו את העמוד',
  answer_missing: 'יש שאלה שצריך לענות עליה',
  payment_not_awaited: 'הפגישה הזו אינה ממתינה לתשלום',
  payment_unavailable: 'אי אפשר לשלם כאן כרגע, ולכן הפגישה לא נקבעה. אפשר ליצור איתנו קשר',
} as const
