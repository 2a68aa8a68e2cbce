// Labels of the reasons why an address gets no marketing.
export const suppressionReasons = ['unsubscribe', 'bounce', 'complaint', 'manual', 'legal'] as const
export type SuppressionReason = (typeof suppressionReasons)[number]
export const suppressionLabels: Record<SuppressionReason, string> = {
  unsubscribe: 'ביקשו להיות מוסרים',
  bounce: 'הכתובת לא קיימת',
  complaint: 'סימנו כדואר זבל',
  manual: 'הוסרו בידי הצוות',
  legal: 'מניעה משפטית',
}
