import { createContext, useContext } from 'react'

export type QuickAddKind = 'contact' | 'opportunity' | 'task'
/** Preset values, such as the contact whose page is open. */
export type QuickAddPreset = { contactId?: string; opportunityId?: string; stageId?: string }

export const QuickAddContext = createContext<(kind: QuickAddKind, preset?: QuickAddPreset) => void>(() => {})

/** Opens the quick-add dialog for a contact, opportunity or task, anywhere inside the shell. */
export const useQuickAdd = () => useContext(QuickAddContext)
