// Why a booking link cannot be used, and the texts of its page. No schema library: the booking page imports it.
import type { LinkState } from '#platform/personal-links/link-states.ts'

/** Query parameter of the token. */
export const linkParameter = 'k'

/** Why a booking page offers no slots: its link is unusable, or the type requires one. */
export type LinkObstacle = Exclude<LinkState, 'open'> | 'unknown' | 'missing'

/** Texts for visitors, by refusal code. */
export const linkRefusals = {
  booking_link_used: 'כבר נקבעה פגישה דרך הקישור הזה. כדי לשנות או לבטל אותה אפשר להיכנס מהאישור שנשלח בדוא״ל',
  booking_link_expired: 'תוקף הקישור הסתיים. כתבו לנו, ונשלח קישור חדש',
  booking_link_revoked: 'הקישור הזה כבר לא פעיל. כתבו לנו, ונשלח קישור חדש',
  booking_link_unknown: 'ייתכן שהקישור הועתק בחלקו. פתחו אותו שוב מההודעה, או כתבו לנו ונשלח קישור חדש',
  booking_link_missing: 'הפגישה הזו נקבעת בקישור אישי. כתבו לנו, ונשלח אותו',
} as const

/** Shown instead of the slots. */
export const linkObstacleTexts: Readonly<Record<LinkObstacle, { title: string; text: string }>> = {
  used: {
    title: 'כבר נקבעה פגישה דרך הקישור הזה',
    text: 'כדי לשנות או לבטל אותה אפשר להיכנס מהאישור שנשלח בדוא״ל. לפגישה נוספת, השאירו פרטים ונשלח קישור חדש.',
  },
  expired: { title: 'תוקף הקישור הסתיים', text: 'השאירו פרטים, ונשלח קישור חדש.' },
  revoked: { title: 'הקישור הזה כבר לא פעיל', text: 'השאירו פרטים, ונשלח קישור חדש.' },
  unknown: {
    title: 'הקישור אינו מוכר',
    text: 'ייתכן שהוא הועתק בחלקו. פתחו אותו שוב מההודעה, או השאירו פרטים ונשלח קישור חדש.',
  },
  missing: { title: 'הפגישה הזו נקבעת בקישור אישי', text: 'השאירו פרטים, ונשלח אותו.' },
}
