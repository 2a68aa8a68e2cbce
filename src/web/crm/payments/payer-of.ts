import type { useContact } from '#features/contacts/contacts.data.ts'

type Contact = NonNullable<ReturnType<typeof useContact>['data']>

export type Payer = { id: string; full_name: string; email: string | undefined; phone: string | undefined }

/** The payer, and the contact points that a link is sent to. */
export const payerOf = (contact: Contact): Payer => ({
  id: contact.id,
  full_name: contact.full_name,
  email: pointOf(contact, 'email'),
  phone: pointOf(contact, 'phone'),
})

/** The first address or number as stored; the primary one if there is one. */
function pointOf({ points }: Contact, kind: 'email' | 'phone') {
  const own = points.filter((point) => point.kind === kind)
  return (own.find(({ is_primary: isPrimary }) => isPrimary) ?? own[0])?.value_norm
}
