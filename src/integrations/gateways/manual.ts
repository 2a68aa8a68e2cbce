// Payments without a provider: transfer or cash. Staff record them when they arrive.
import type { Failure, Gateway } from './gateway.ts'

const byStaff: Failure = { ok: false, fault: 'refused', detail: 'staff record this by hand', code: 'manual' }

export const openManual = (): Gateway => ({
  provider: 'manual',
  terminal: 'manual',
  create: async ({ reference }) => ({ ok: true, value: { providerRef: reference, url: null } }),
  verify: async () => ({ ok: true, value: { state: 'pending' } }),
  refund: async () => byStaff,
  chargeToken: async () => byStaff,
  listDay: async () => ({ ok: true, value: [] }),
  parseNotice: () => ({ authentic: 'forged' }),
})
