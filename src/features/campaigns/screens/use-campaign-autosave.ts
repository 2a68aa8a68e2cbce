import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import { campaignKey, readCampaign, saveCampaign } from '#features/campaigns/campaigns.data.ts'
import { type Campaign, refusals } from '#features/campaigns/campaigns.ts'
import { useAutosave } from '#platform/editing/use-autosave.ts'
import { toast } from '#ui/toast/toast.tsx'
import { createCampaignAutosave } from './campaign-autosave.ts'

const noticeId = 'campaign-save'

export type CampaignAutosave = ReturnType<typeof useCampaignAutosave>

/** Autosave of the opened campaign while its screen is mounted. */
export function useCampaignAutosave(opened: Campaign) {
  const backend = useBackend()
  const queries = useQueryClient()
  const [autosave] = useState(() =>
    createCampaignAutosave({
      opened,
      save: (seen, draft) => saveCampaign(backend, seen, draft),
      read: () => readCampaign(backend, opened.id),
      onSaved: (saved) => void queries.setQueryData(campaignKey(saved.id), saved),
      onFailed: (error) => toast.error(refusalText(error, refusals), { title: 'הדיוור עוד לא נשמר', id: noticeId }),
    }),
  )
  const { draft, saving } = useAutosave(autosave, noticeId)
  const { change, save } = autosave
  return { draft, saving, change, save, seen: () => autosave.read().seen, isUnsaved: saving !== 'saved' }
}
