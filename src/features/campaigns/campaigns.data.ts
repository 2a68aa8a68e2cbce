// Reads and writes of campaigns for their editors.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import type { FunctionRow } from '#client/database.types.ts'
import { readAll } from '#client/read-all.ts'
import { CallRefused, invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'
import type { Campaign, CampaignDraft, CampaignStatus, RenderedCampaign } from './campaigns.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'campaigns.blocks': Campaign['blocks']
    'campaigns.segments': Campaign['segments']
  }
}

const all = ['campaigns'] as const
export const campaignKey = (id: string) => [...all, id] as const

export type CampaignLine = Pick<
  Campaign,
  'id' | 'name' | 'subject' | 'status' | 'send_at' | 'held_until' | 'finished_at' | 'updated_at'
>

/** All campaigns, newest first. */
export const readCampaigns = (backend: Backend) =>
  readAll((from, to) =>
    backend
      .from('campaigns')
      .select('id, name, subject, status, send_at, held_until, finished_at, updated_at', { count: 'exact' })
      .order('created_at', { ascending: false })
      .order('id')
      .range(from, to)
      .throwOnError(),
  )

export function useCampaigns() {
  const backend = useBackend()
  return useQuery({ queryKey: all, queryFn: () => readCampaigns(backend) })
}

const moving: readonly CampaignStatus[] = ['scheduled', 'sending']
const pollMs = 2000

/** Null if the campaign was deleted or the caller cannot see it. */
export const readCampaign = async (backend: Backend, id: string): Promise<Campaign | null> =>
  (await backend.from('campaigns').select('*').eq('id', id).throwOnError().maybeSingle()).data

/** One campaign; polled every two seconds while it is sending. */
export function useCampaign(id: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: campaignKey(id),
    queryFn: () => readCampaign(backend, id),
    refetchInterval: ({ state }) => (state.data && moving.includes(state.data.status) ? pollMs : false),
  })
}

/** Inserts an empty campaign, so that autosave has a row to update. */
export function useCreateCampaign() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (draft: CampaignDraft) => {
      const { data } = await backend.from('campaigns').insert(draft).select('id').single().throwOnError()
      return data.id
    },
    onSettled: () => queries.invalidateQueries({ queryKey: all, exact: true }),
  })
}

/** Updates the campaign if its version is unchanged, and returns the row. Throws `campaign_changed` on a conflict. */
export async function saveCampaign(
  backend: Backend,
  { id, version }: Pick<Campaign, 'id' | 'version'>,
  draft: CampaignDraft,
): Promise<Campaign> {
  const { data } = await backend
    .from('campaigns')
    .update(draft)
    .eq('id', id)
    .eq('version', version)
    .select('*')
    .throwOnError()
  const [saved] = data
  if (!saved) throw new CallRefused('campaign_changed', 'The campaign was saved concurrently')
  return saved
}

export function useDeleteCampaign() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      const { data } = await backend.from('campaigns').delete().eq('id', id).select('id').throwOnError()
      if (data.length === 0) throw new CallRefused('campaign_step_not_possible', 'It was begun')
    },
    onSettled: () => queries.invalidateQueries({ queryKey: all }),
  })
}

/** The time of a campaign. The database resolves 'now', because the clock of the device may be wrong. */
export type SendTime = Date | 'now'

/** Schedules the campaign if its version is unchanged. */
export const useScheduleCampaign = () =>
  useStep(async (backend, { id, version, at }: Pick<Campaign, 'id' | 'version'> & { at: SendTime }) => {
    const time = at === 'now' ? at : at.toISOString()
    await backend.rpc('schedule_campaign', { campaign: id, at: time, seen_version: version }).throwOnError()
  })

/**
 * The result of scheduling a campaign for now. After a lost response the status is read; if that fails too, it is
 * unknown.
 */
type SentAtOnce = { id: string; state: 'scheduled' | 'unknown' } | { id: string; state: 'draft'; refused: unknown }

/** Inserts a campaign and schedules it for now. If scheduling is refused, the draft remains. */
export function useSendAtOnce() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (draft: CampaignDraft): Promise<SentAtOnce> => {
      const { data } = await backend.from('campaigns').insert(draft).select('id, version').single().throwOnError()
      const { id } = data
      const { error } = await backend.rpc('schedule_campaign', {
        campaign: id,
        at: 'now' satisfies SendTime,
        seen_version: data.version,
      })
      if (!error) return { id, state: 'scheduled' }
      if (error.code.startsWith('PT')) return { id, state: 'draft', refused: error }
      const { data: stored } = await backend.from('campaigns').select('status').eq('id', id).maybeSingle()
      if (!stored) return { id, state: 'unknown' }
      return stored.status === 'draft' ? { id, state: 'draft', refused: error } : { id, state: 'scheduled' }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: all }),
  })
}

/** The newest campaign with an article at this path that was or will be sent, even if only to a part of its list. */
export function useCampaignOfArticle(path: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...all, 'article', path],
    queryFn: async () => {
      const { data } = await backend
        .from('campaigns')
        .select('id, status, send_at')
        .contains('blocks', JSON.stringify([{ kind: 'article', to: path }]))
        .or('status.in.(scheduled,sending,paused,sent),and(status.eq.cancelled,started_at.not.is.null)')
        .order('send_at', { ascending: false })
        .order('id')
        .limit(1)
        .throwOnError()
      return data[0] ?? null
    },
    staleTime: 0,
  })
}

export type Step = 'pause' | 'resume' | 'cancel' | 'unschedule'

export const useCampaignAction = () =>
  useStep(async (backend, { id, step }: { id: string; step: Step }) => {
    await backend.rpc('steer_campaign', { campaign: id, step }).throwOnError()
  })

function useStep<Asked extends { id: string }>(take: (backend: Backend, asked: Asked) => Promise<void>) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Asked) => take(backend, input),
    onSettled: () => queries.invalidateQueries({ queryKey: all }),
  })
}

type Audience = Pick<Campaign, 'list_ids' | 'lifecycles' | 'segments'>

/** Number of recipients, and of exclusions by reason. */
export function useAudience({ list_ids, lifecycles, segments }: Audience) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['audience', list_ids, lifecycles, segments],
    queryFn: async () => {
      const { data } = await backend
        .rpc('count_audience', { lists: list_ids, stages: lifecycles, segments })
        .throwOnError()
      return data
    },
    staleTime: 0,
    placeholderData: (before) => before,
  })
}

/** Excluded contacts by name; at most 500. */
export function useExcludedRecipients({ list_ids, lifecycles, segments }: Audience) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['audience', 'excluded', list_ids, lifecycles, segments],
    queryFn: async () => {
      const { data } = await backend
        .rpc('list_excluded_recipients', { lists: list_ids, stages: lifecycles, segments })
        .throwOnError()
      return data
    },
    staleTime: 0,
  })
}

/** `waits_until`: the earliest send time among recipients postponed by a frequency cap. */
export type Outcome = FunctionRow<'campaign_outcomes'>

/** Delivery counts of a campaign; polled every two seconds while it is sending. */
export function useOutcomes(id: string, isMoving: boolean) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...campaignKey(id), 'outcomes'],
    queryFn: async () => {
      const { data } = await backend.rpc('campaign_outcomes', { campaign: id }).throwOnError()
      return data
    },
    staleTime: 0,
    refetchInterval: isMoving ? pollMs : false,
  })
}

/** Reads the recipients' actions after the message reached them. */
export function useCampaignResults(id: string, isWanted: boolean) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...campaignKey(id), 'results'],
    enabled: isWanted,
    queryFn: async () => {
      const { data } = await backend.rpc('campaign_results', { campaign: id }).single().throwOnError()
      return data
    },
    staleTime: 0,
  })
}

export const recipientsPerPage = 50

/**
 * Recipients of a campaign, 50 per page, optionally filtered by `outcome`. `total` comes from the outcomes, because an
 * exact count would join every recipient again. A page number beyond the last page returns the last page.
 */
export function useCampaignRecipients(id: string, outcome: string | undefined, count: number, total: number) {
  const backend = useBackend()
  const page = Math.min(count, Math.max(0, Math.ceil(total / recipientsPerPage) - 1))
  const query = useQuery({
    queryKey: [...campaignKey(id), 'people', outcome, page],
    queryFn: async () => {
      const all = backend
        .from('campaign_people')
        .select('contact_id, full_name, email, outcome, reason, sent_at, waits_until')
        .eq('campaign_id', id)
      const { data } = await (outcome ? all.eq('outcome', outcome) : all)
        .order('full_name')
        .order('contact_id')
        .range(page * recipientsPerPage, (page + 1) * recipientsPerPage - 1)
        .throwOnError()
      return data
    },
    placeholderData: (before) => before,
  })
  return { ...query, page }
}

/** Reads the size of the rendered message at this version, in bytes of its HTML. */
export function useMessageSize(id: string, version: number) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...campaignKey(id), 'size', version],
    queryFn: async () => (await invoke<RenderedCampaign>(backend, 'preview-campaign', { campaignId: id })).bytes,
    staleTime: Infinity,
    placeholderData: (before) => before,
  })
}

/** Sends the saved message to the caller. Returns the address. */
export function useSendTest() {
  const backend = useBackend()
  return useMutation({
    mutationFn: (campaignId: string) => invoke<{ to: string }>(backend, 'send-campaign-test', { campaignId }),
  })
}
