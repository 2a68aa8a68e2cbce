// States of a personal link. No schema library, because public pages import it.
export const linkStates = ['open', 'used', 'expired', 'revoked'] as const
export type LinkState = (typeof linkStates)[number]
