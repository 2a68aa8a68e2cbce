import { ago } from '#features/contacts/contacts.seed.ts'
import { seedId } from '#lib/seed-id.ts'
import type { Coupon } from './coupons.ts'

export const demoCoupons = (now: Date) =>
  [
    {
      id: seedId(99, 1),
      code: 'BAYIT10',
      note: 'למי שהיו בוובינר',
      percent: 10,
      max_uses: 50,
      per_contact: 1,
      active_from: ago(now, 20),
      is_demo: true,
    },
  ] satisfies Partial<Coupon>[]
