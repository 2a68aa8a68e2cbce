// Hebrew names of states in the CRM.
import type { RegistrationState, SessionState } from '../webinar-labels.ts'

export const statusLabels = { draft: 'טיוטה', published: 'באתר', archived: 'בארכיון' } as const

export const sessionLabels: Record<SessionState, string> = {
  scheduled: 'מתוכנן',
  lobby: 'נפתח',
  live: 'בשידור',
  ended: 'הסתיים',
  replay: 'הקלטה זמינה',
  closed: 'סגור',
  cancelled: 'בוטל',
}

export const registrationLabels: Record<RegistrationState, string> = {
  waitlisted: 'ברשימת ההמתנה',
  registered: 'רשום/ה',
  joined: 'נכנס/ה',
  left_early: 'יצא/ה מוקדם',
  stayed: 'נשאר/ה עד הסוף',
  missed: 'לא הגיע/ה',
  replay: 'צפייה בהקלטה',
  cancelled: 'ביטל/ה',
}
