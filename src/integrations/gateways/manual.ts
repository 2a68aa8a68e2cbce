// Payment without a provider: a transfer or cash. Only staff know whether it arrived, and record it.
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
