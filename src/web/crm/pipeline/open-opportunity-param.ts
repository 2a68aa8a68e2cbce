/** The address' query with a deal lying open beside the list; null closes it. */
export function dealSearch(search: string, deal: string | null): string {
  const params = new URLSearchParams(search)
  if (deal) params.set('deal', deal)
  else params.delete('deal')
  return params.size > 0 ? `?${params.toString()}` : ''
}
