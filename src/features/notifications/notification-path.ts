/** Path of the entity that a notification relates to. */
export function relatedEntityPath({
  related_entity_type: kind,
  related_entity_id: id,
}: {
  related_entity_type: string | null
  related_entity_id: string | null
}) {
  if (kind === 'contact' && id) return `/crm/contacts/${id}`
  if (kind === 'opportunity') return id ? `/crm/opportunities/${id}` : '/crm/pipeline'
  if (kind === 'automation') return id ? `/crm/automations/${id}` : '/crm/automations'
  if (kind === 'calendar') return '/crm/settings?tab=integrations'
  if (kind === 'review') return '/crm/site/reviews'
  if (kind === 'tax_document') return '/crm/payments?shown=documents'
  if (kind === 'form') return id ? `/crm/forms/${id}` : '/crm/forms'
  if (kind === 'task') return id ? `/crm/tasks?task=${id}` : '/crm/tasks'
  return undefined
}
