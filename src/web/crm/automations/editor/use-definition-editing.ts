// Editing state of an automation's draft: unsaved changes, saving, conflicts.
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { type ShownAutomation, useSaveAutomation } from '#features/automations/automations.data.ts'
import { refusals } from '#features/automations/automations.ts'
import { Definition } from '#features/automations/engine/definition.ts'
import { useUnsaved } from '#ui/forms/unsaved.ts'
import { toast } from '#ui/toast/toast.tsx'

export function useDefinitionEditing(opened: ShownAutomation) {
  const [own, setSaved] = useState(opened)
  // Publishing or a status transition increments the row's version without changing the draft.
  const saved = opened.version > own.version && isSameDraft(opened, own) ? opened : own
  const [name, setName] = useState(opened.name)
  const [definition, setDefinition] = useState(opened.definition)
  const saving = useSaveAutomation()
  const isUnsaved = !isSameDraft({ name, definition }, saved)
  useUnsaved(isUnsaved)

  /** Resolves to the saved row, or undefined if saving failed. */
  async function save(): Promise<ShownAutomation | undefined> {
    if (saving.isPending) return undefined
    if (!isUnsaved) return saved
    const valid = Definition.safeParse(definition)
    if (!valid.success || name.trim() === '') {
      toast.error(name.trim() === '' ? refusals.automation_name_length : 'אחד הצעדים עוד לא מולא עד הסוף')
      return undefined
    }
    try {
      const now = await saving.mutateAsync({
        id: saved.id,
        version: saved.version,
        name: name.trim(),
        definition: valid.data,
      })
      setSaved(now)
      setName(now.name)
      setDefinition(now.definition)
      return now
    } catch (error) {
      toast.error(refusalText(error, refusals), { title: 'לא נשמר' })
      return undefined
    }
  }

  function discard() {
    setName(saved.name)
    setDefinition(saved.definition)
  }

  return {
    saved,
    name,
    setName,
    definition,
    change: (changes: Partial<Definition>) => setDefinition((before) => ({ ...before, ...changes })),
    isUnsaved,
    isSaving: saving.isPending,
    save,
    discard,
  }
}

type Draft = Pick<ShownAutomation, 'name' | 'definition'>

const isSameDraft = (one: Draft, other: Draft) =>
  one.name === other.name && JSON.stringify(one.definition) === JSON.stringify(other.definition)
