// Autosave of a campaign draft.
import { refusalCode } from '#client/refusal.ts'
import type { Campaign, CampaignDraft } from '#features/campaigns/campaigns.ts'
import { type SaveState, createAutosave } from '#platform/editing/autosave.ts'

/** Id and version of the last read row. */
type LastRead = Pick<Campaign, 'id' | 'version'>
type CampaignEdit = { draft: CampaignDraft; saving: SaveState; seen: LastRead }
type Options = {
  opened: Campaign
  save: (seen: LastRead, draft: CampaignDraft) => Promise<Campaign>
  read: () => Promise<Campaign | null>
  onSaved: (saved: Campaign) => void
  onFailed: (error: unknown) => void
  pauseMs?: number
}

export const createCampaignAutosave = ({ opened, save, read, onSaved, onFailed, pauseMs }: Options) =>
  createAutosave<CampaignEdit, 'draft'>({
    opened: { draft: draftOf(opened), saving: 'saved', seen: seenOf(opened) },
    text: 'draft',
    async save({ seen, draft }) {
      const saved = await save(seen, draft)
      onSaved(saved)
      return { seen: seenOf(saved) }
    },
    isConflict,
    async readStored(error) {
      const stored = isConflict(error) ? await read() : null
      if (!stored) return undefined
      const accept = () => {
        onSaved(stored)
        return { seen: seenOf(stored) }
      }
      return { text: draftOf(stored), accept }
    },
    onFailed,
    pauseMs,
  })

const isConflict = (error: unknown) => refusalCode(error) === 'campaign_changed'

const seenOf = ({ id, version }: Campaign): LastRead => ({ id, version })

const draftOf = (campaign: Campaign): CampaignDraft => {
  const { name, subject, preheader, blocks, list_ids, lifecycles, segments, counts_clicks } = campaign
  return {
    name,
    subject,
    preheader,
    blocks,
    list_ids,
    lifecycles,
    segments,
    counts_clicks,
  }
}
