// States of webinars and their Hebrew names. Without the schema library: islands import it.

export const webinarKinds = ['live', 'automated', 'on_demand'] as const
export type WebinarKind = (typeof webinarKinds)[number]
export const kindLabels: Record<WebinarKind, string> = {
  live: 'שידור חי',
  automated: 'שידור מוקלט במועד קבוע',
  on_demand: 'צפייה בכל זמן',
}

export const sessionStates = ['scheduled', 'lobby', 'live', 'ended', 'replay', 'closed', 'cancelled'] as const
export type SessionState = (typeof sessionStates)[number]

export const registrationStates = [
  'waitlisted',
  'registered',
  'joined',
  'left_early',
  'stayed',
  'missed',
  'replay',
  'cancelled',
] as const
export type RegistrationState = (typeof registrationStates)[number]

export const exitAnswers = ['useful', 'partly', 'unsuited'] as const
export type ExitAnswer = (typeof exitAnswers)[number]
export const exitLabels: Record<ExitAnswer, string> = {
  useful: 'הייתה מועילה',
  partly: 'מועילה בחלקה',
  unsuited: 'פחות התאימה לי',
}

export const interactionKinds = ['offer', 'poll', 'handout', 'announcement'] as const
export type InteractionKind = (typeof interactionKinds)[number]

/** The state of a registration, which determines its page. */
export type VisitState =
  | 'waiting'
  | 'waitlisted'
  | 'lobby'
  | 'room'
  | 'replay'
  | 'on_demand'
  | 'over'
  | 'cancelled'
  | 'left'
  | 'ejected'

/** Badge of recorded webinars. */
export const recordedBadge = 'שידור מוקלט · הצוות עונה כאן ובמייל'

export const reactionKinds = ['heart', 'agree', 'bravo', 'insight'] as const
export type ReactionKind = (typeof reactionKinds)[number]
export const reactionLabels: Record<ReactionKind, string> = {
  heart: 'אהבתי',
  agree: 'בדיוק כך',
  bravo: 'כל הכבוד',
  insight: 'נפל האסימון',
}
