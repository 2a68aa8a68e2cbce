import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import { campaignKey, saveCampaign } from '#features/campaigns/campaigns.data.ts'
import { type Campaign, type CampaignDraft, refusals } from '#features/campaigns/campaigns.ts'
import { toast } from '#ui/toast/toast.tsx'

export type Saving = 'saved' | 'waiting' | 'saving' | 'failed' | 'behind'
export type CampaignWriting = ReturnType<typeof useCampaignWriting>

const pauseMs = 1200

/** The writing of one campaign: saved by itself a moment after the last change, over the version that was seen and no other. */
export function useCampaignWriting(opened: Campaign) {
  const backend = useBackend()
  const queries = useQueryClient()
  const [draft, setDraft] = useState<CampaignDraft>(() => draftOf(opened))
  const [saving, setSaving] = useState<Saving>('saved')
  const seen = useRef({ id: opened.id, version: opened.version })
  const newest = useRef(draft)
  const saved = useRef(draft)
  const running = useRef<Promise<boolean>>(undefined)

  /** Resolves when all that was written is saved; false when it could not be. */
  const save = useCallback(async (): Promise<boolean> => {
    if (running.current) await running.current
    if (newest.current === saved.current) return true
    const written = newest.current
    setSaving('saving')
    running.current = saveCampaign(backend, seen.current, written).then(
      (kept) => {
        seen.current = { id: kept.id, version: kept.version }
        saved.current = written
        queries.setQueryData(campaignKey(kept.id), kept)
        setSaving(newest.current === written ? 'saved' : 'waiting')
        return true
      },
      (error: unknown) => {
        const isBehind = refusalCode(error) === 'campaign_changed'
        setSaving(isBehind ? 'behind' : 'failed')
        if (!isBehind) toast.error(refusalText(error, refusals), { title: 'הדיוור עוד לא נשמר', id: 'campaign-save' })
        return false
      },
    )
    const done = await running.current
    running.current = undefined
    return done
  }, [backend, queries])

  const change = useCallback((part: Partial<CampaignDraft>) => {
    newest.current = { ...newest.current, ...part }
    setDraft(newest.current)
    setSaving((now) => (now === 'behind' ? now : 'waiting'))
  }, [])

  useEffect(() => {
    if (saving !== 'waiting') return undefined
    const timer = setTimeout(() => void save(), pauseMs)
    return () => clearTimeout(timer)
  }, [saving, draft, save])

  return { draft, saving, change, save, seen: () => seen.current, isUnsaved: saving !== 'saved' }
}

const draftOf = ({ name, subject, preheader, blocks, list_ids, lifecycles }: Campaign): CampaignDraft => ({
  name,
  subject,
  preheader,
  blocks,
  list_ids,
  lifecycles,
})
