// States of a form's personal link. No schema library: visitor pages import it.
import { linkStates } from '#platform/personal-links/link-states.ts'

/** `cancelled`: the appointment of the link was cancelled. */
export const formLinkStates = [...linkStates, 'cancelled'] as const
export type FormLinkState = (typeof formLinkStates)[number]

/** Texts of the page. `answered`: the contact has already submitted a form with once_per_person. */
export const shownLinkStates = [...formLinkStates, 'answered'] as const
