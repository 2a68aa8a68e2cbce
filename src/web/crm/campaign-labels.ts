// Names of campaigns for the page view report: links in campaigns contain the campaign's id.
import { useQuery } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'

const id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns the label with the name of its campaign. Other labels are unchanged. */
export function useCampaignLabels(labels: readonly string[]): (label: string) => string {
  const backend = useBackend()
  const ids = [...new Set(labels.flatMap((label) => id.exec(label)?.[0] ?? []))].toSorted()
  const { data, isPending } = useQuery({
    queryKey: ['campaigns', 'names', ids],
    enabled: ids.length > 0,
    queryFn: async () => (await backend.from('campaigns').select('id, name').in('id', ids).throwOnError()).data,
  })
  return (label) =>
    label.replace(id, (found) => data?.find((campaign) => campaign.id === found)?.name ?? (isPending ? '…' : found))
}
