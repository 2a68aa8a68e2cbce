// Writing one campaign: it saves itself a moment after the last change, one save after the other, over the version that was seen and no other.
import { refusalCode } from '#client/refusal.ts'
import type { Campaign, CampaignDraft } from '#features/campaigns/campaigns.ts'

/** `behind`: somebody else saved meanwhile, and nothing more is saved until theirs is read. */
export type Saving = 'saved' | 'waiting' | 'saving' | 'failed' | 'behind'

/** The campaign as it was seen last. */
type Seen = Pick<Campaign, 'id' | 'version'>
type Writing = { draft: CampaignDraft; saving: Saving; seen: Seen }
type Options = {
  opened: Campaign
  save: (seen: Seen, draft: CampaignDraft) => Promise<Campaign>
  onSaved: (kept: Campaign) => void
  onFailed: (error: unknown) => void
  pauseMs?: number
}

export function beginWriting({ opened, save, onSaved, onFailed, pauseMs = 1200 }: Options) {
  let now: Writing = { draft: draftOf(opened), saving: 'saved', seen: seenOf(opened) }
  let kept = now.draft
  let running: Promise<boolean> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  function tell(part: Partial<Writing>) {
    now = { ...now, ...part }
    for (const listener of listeners) listener()
  }

  async function saveAll(): Promise<boolean> {
    clearTimeout(timer)
    if (now.saving === 'behind') return false
    while (now.draft !== kept) {
      const sent = now.draft
      tell({ saving: 'saving' })
      try {
        const saved = await save(now.seen, sent)
        kept = sent
        tell({ seen: seenOf(saved) })
        onSaved(saved)
      } catch (error) {
        const isBehind = refusalCode(error) === 'campaign_changed'
        tell({ saving: isBehind ? 'behind' : 'failed' })
        if (!isBehind) onFailed(error)
        return false
      }
    }
    tell({ saving: 'saved' })
    return true
  }

  /** Resolves when all that was written is saved, with whoever else waits for it; false when it could not be. */
  const saveNow = () => (running ??= saveAll().finally(() => (running = undefined)))

  return {
    read: () => now,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    save: saveNow,
    change: (part: Partial<CampaignDraft>) => {
      tell({ draft: { ...now.draft, ...part } })
      if (now.saving === 'behind') return
      if (now.saving !== 'saving') tell({ saving: 'waiting' })
      clearTimeout(timer)
      timer = setTimeout(() => void saveNow(), pauseMs)
    },
    close: () => clearTimeout(timer),
  }
}

const seenOf = ({ id, version }: Campaign): Seen => ({ id, version })

const draftOf = ({ name, subject, preheader, blocks, list_ids, lifecycles }: Campaign): CampaignDraft => ({
  name,
  subject,
  preheader,
  blocks,
  list_ids,
  lifecycles,
})
