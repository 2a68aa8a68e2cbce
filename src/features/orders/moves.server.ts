// Calls of move_order, the only function that changes the status of an order.
import type { Db } from '#kernel/postgres/transaction.ts'
import type { Order } from './order-rows.ts'

export type OrderMove = { kind: string; [detail: string]: unknown }

export const moveOrder = (db: Db, orderId: string, fact: OrderMove) =>
  db.one<Order>('select * from move_order($1, $2)', [orderId, JSON.stringify(fact)])
