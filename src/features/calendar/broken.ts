// Whether a connection requires action by its user. No schema import: the banner is on every screen.
const faults = ['access_revoked', 'keys_changed', 'calendar_missing']

export const isBroken = ({ status, last_error: fault }: { status: string; last_error: string | null }) =>
  status === 'needs_reconnect' || (fault !== null && faults.includes(fault))
