// Demo requests of a guide: one opened, one unopened.
import { ago, demoContactId } from '#features/contacts/contacts.seed.ts'
import { seedId } from '#lib/seed-id.ts'

const requests = [
  { contact: 'noa', name: 'נועה לדוגמה', email: 'noa@example.com', days: 9, opens: 2 },
  { contact: 'tamar', name: 'תמר לדוגמה', email: 'tamar@example.com', days: 1, opens: 0 },
] as const

export const demoLeadMagnetRequests = (magnetId: string, now: Date) =>
  requests.map(({ contact, name, email, days, opens }, i) => ({
    id: seedId(87, i + 1),
    magnet_id: magnetId,
    contact_id: demoContactId(contact),
    name,
    email,
    created_at: ago(now, days),
    opened_at: opens > 0 ? ago(now, days) : null,
    opens,
    is_demo: true,
  }))
