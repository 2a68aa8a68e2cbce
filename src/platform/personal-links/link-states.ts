// States of a personal link. No schema library: pages of visitors read it.
export const linkStates = ['open', 'used', 'expired', 'revoked'] as const
export type LinkState = (typeof linkStates)[number]
