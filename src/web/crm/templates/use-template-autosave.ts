import { useState } from 'react'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import {
  readTemplate,
  saveTemplateDraft,
  type TemplateDraft,
} from '#features/message-templates/message-templates.data.ts'
import { type MessageTemplate, refusals } from '#features/message-templates/message-templates.ts'
import { createAutosave, type SaveState } from '#platform/editing/autosave.ts'
import { useAutosave } from '#platform/editing/use-autosave.ts'
import { toast } from '#ui/toast/toast.tsx'

const noticeId = 'template-save'

type Edit = { draft: TemplateDraft; saving: SaveState; seen: MessageTemplate }

/** Autosave of the opened draft, for the lifetime of its screen. */
export function useTemplateAutosave(opened: MessageTemplate) {
  const backend = useBackend()
  const [autosave] = useState(() =>
    createAutosave<Edit, 'draft'>({
      opened: { draft: draftOf(opened), saving: 'saved', seen: opened },
      text: 'draft',
      save: async ({ seen, draft }) => ({ seen: await saveTemplateDraft(backend, seen, draft) }),
      isConflict,
      async readStored(error) {
        const stored = isConflict(error) ? await readTemplate(backend, opened.id) : null
        return stored ? { text: draftOf(stored), accept: () => ({ seen: stored }) } : undefined
      },
      onFailed: (error) => toast.error(refusalText(error, refusals), { title: 'התבנית עוד לא נשמרה', id: noticeId }),
    }),
  )
  const { draft, saving, seen } = useAutosave(autosave, noticeId)
  return { draft, saving, seen, change: autosave.change, save: autosave.save, read: autosave.read }
}

const isConflict = (error: unknown) => refusalCode(error) === 'template_changed'

const draftOf = ({ name, purpose, context_type, draft }: MessageTemplate): TemplateDraft => ({
  name,
  purpose,
  context_type,
  draft,
})
