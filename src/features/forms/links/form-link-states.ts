// States of a personal link of a form. No schema library: pages of visitors read it.
import { linkStates } from '#platform/personal-links/link-states.ts'

/** `cancelled`: of an appointment that does not take place. */
export const formLinkStates = [...linkStates, 'cancelled'] as const
export type FormLinkState = (typeof formLinkStates)[number]

/** What the page says. `answered`: its contact has sent a form that takes one answer of a person. */
export const shownLinkStates = [...formLinkStates, 'answered'] as const
