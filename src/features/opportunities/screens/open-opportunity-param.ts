/** The query string with an opportunity open beside the list; null closes it. */
export function withOpenOpportunity(search: string, opportunity: string | null): string {
  const params = new URLSearchParams(search)
  if (opportunity) params.set('deal', opportunity)
  else params.delete('deal')
  return params.size > 0 ? `?${params.toString()}` : ''
}
