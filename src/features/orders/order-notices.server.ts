// Notifies staff of paid orders and failed payments.
import type { EventRow, Subscriber } from '#platform/events/dispatcher.server.ts'

const notices = {
  'order.paid': { title: 'הזמנה שולמה באתר', severity: 'medium' },
  'order.failed': { title: 'תשלום באתר לא אושר', severity: 'medium' },
} as const

/** Notifies sales roles. Demo orders are skipped. */
export const orderNotices: Subscriber = {
  name: 'order-notices',
  types: Object.keys(notices),
  async handle(db, { type, entity_id: id, is_demo: isDemo }: EventRow) {
    if (isDemo) return
    const { title, severity } = notices[type as keyof typeof notices]
    await db.query(
      `insert into notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
       select distinct r.user_id, $2, $3, left(o.name || ': ' || o.title || ', הזמנה ' || o.number, 500), $4, 'contact', o.contact_id
       from orders o, user_roles r where o.id = $1 and r.is_active and r.role in ('owner', 'admin', 'sales')`,
      [id, type, title, severity],
    )
  },
}
