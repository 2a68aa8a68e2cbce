// Counts of runs, per automation.
import type { Figures } from '#features/automations/figures.data.ts'
import { exitReasonLabels } from '#features/automations/automations.ts'

const active = new Set(['queued', 'waiting', 'running'])

const sum = (figures: readonly Figures[], valueOf: (one: Figures) => boolean) =>
  figures.filter(valueOf).reduce((total, { runs }) => total + runs, 0)

export const activeRunCount = (figures: readonly Figures[], id: string) =>
  sum(figures, (one) => one.automation_id === id && active.has(one.status))

export const countOf = (figures: readonly Figures[], id: string, status: string) =>
  sum(figures, (one) => one.automation_id === id && one.status === status)

/** The counts of an automation as text, for a phone, where their columns are hidden. */
export const countsText = (figures: readonly Figures[], id: string) =>
  `בפנים ${activeRunCount(figures, id)}, הסתיימו ${countOf(figures, id, 'completed')}`

/** Runs that exited early, by reason, most frequent first. */
export const exitsOf = (figures: readonly Figures[], id: string) =>
  figures
    .filter((one) => one.automation_id === id && one.status === 'exited')
    .toSorted((a, b) => b.runs - a.runs)
    .map(({ exit_reason: reason, runs }) => ({ text: exitReasonLabels[reason ?? ''] ?? 'אחר', runs }))

export const lastErrorOf = (figures: readonly Figures[], id: string) =>
  figures.find((one) => one.automation_id === id && one.status === 'failed')?.last_error ?? undefined
