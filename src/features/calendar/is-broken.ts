// Whether a connection requires action by its user. No schema import: the banner is on every screen.
const brokenCodes = ['access_revoked', 'keys_changed', 'calendar_missing']

export const isBroken = ({ status, last_error: code }: { status: string; last_error: string | null }) =>
  status === 'needs_reconnect' || (code !== null && brokenCodes.includes(code))
