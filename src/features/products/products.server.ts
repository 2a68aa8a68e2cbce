// Creates a product with a draft page, and adds visitors to a waitlist.
import { truncateIp } from '#platform/consents/consents.ts'
import type { Block } from '#platform/pages/pages.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { AddProduct, JoinWaitlist, ProductAdded, refusals, WaitlistJoined } from './products.ts'

/** `draft`: the initial content of the page. */
export const addProduct = (draft: (product: { name: string; slug: string }) => readonly Block[]) =>
  defineFunction({
    name: 'add-product',
    caller: async (db) => (await db.one<{ may: boolean }>(`select has_role('owner', 'admin', 'content') as may`)).may,
    as: 'service', // pages are written by functions only
    refusals,
    input: AddProduct,
    output: ProductAdded,
    async run({ input: { name, slug, kind }, db, caller }) {
      const product = await db.one<{ id: string }>(
        `insert into products (name, slug, kind, position)
         values ($1, $2, $3, (select coalesce(max(position), 0) + 1 from products)) returning id`,
        [name, slug, kind],
      )
      const path = `/${slug}`
      await db.query('insert into pages (path, label, position, version) values ($1, $2, 1000, 1)', [path, name])
      await db.query('insert into page_versions (path, number, blocks, created_by) values ($1, 1, $2, $3)', [
        path,
        JSON.stringify(draft({ name, slug })),
        caller.userId,
      ])
      return product
    },
  })

/** Finds or creates the contact with this e-mail. Injected, because contacts belong to another module. */
export type MatchContact = (
  db: Db,
  who: { name: string; phone: undefined; email: string; sourceUrl: string | null },
) => Promise<{ id: string; full_name: string }>

type WaitlistProduct = { id: string; slug: string; name: string; is_open: boolean }

export const joinWaitlist = (matchContact: MatchContact) =>
  defineFunction({
    name: 'join-waitlist',
    caller: 'anyone',
    as: 'service', // a visitor has no rights on these tables: this function is the only entry point
    refusals,
    perClient: { burst: 10, refillMs: 3_600_000 },
    input: JoinWaitlist,
    output: WaitlistJoined,
    async run({ input: { slug, name, email, privacyTextId, sourceUrl }, db, request }) {
      const [product] = await db.query<WaitlistProduct>(
        `select id, slug, name, is_open and seats_left is distinct from 0 as is_open from offers()
         where has_waitlist and (slug = $1 or $1 = any (former_slugs))`,
        [slug.toLowerCase()],
      )
      if (!product) throw new Refusal('product_unknown', 404, refusals.product_unknown)
      if (product.is_open) throw new Refusal('product_is_open', 409, refusals.product_is_open)
      const contact = await matchContact(db, { name, phone: undefined, email, sourceUrl: sourceUrl ?? null })
      const added = await db.query(
        `insert into product_waitlist (product_id, contact_id, source_url, ip_trunc, user_agent, privacy_text_id)
         values ($1, $2, $3, $4, $5, (select id from consent_texts where id = $6 and kind = 'privacy_notice'))
         on conflict on constraint already_waiting do nothing returning id`,
        [
          product.id,
          contact.id,
          sourceUrl,
          request.ip && truncateIp(request.ip),
          request.userAgent?.slice(0, 300),
          privacyTextId,
        ],
      )
      if (added.length > 0) await recordJoin(db, product, contact)
      return { slug: product.slug }
    },
  })

async function recordJoin(db: Db, product: WaitlistProduct, contact: { id: string; full_name: string }) {
  await db.query(
    `insert into activities (type, happened_at, actor_kind, actor_id, contact_id, related_type, related_id, title_cache)
     values ('waitlist.joined', now(), 'contact', $1, $1, 'product', $2, $3)`,
    [contact.id, product.id, product.name],
  )
  await db.query(
    `insert into notifications (user_id, type, title, message, severity, related_entity_type, related_entity_id)
     select distinct user_id, 'waitlist.joined', 'הצטרפות לרשימת המתנה', $1, 'medium', 'contact', $2::uuid
     from user_roles where is_active and role in ('owner', 'admin', 'sales')`,
    [`${isolate(contact.full_name)} – ${product.name}`, contact.id],
  )
}
