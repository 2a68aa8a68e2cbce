import { useRef, useState } from 'react'
import { useBackend } from '#client/session-context.tsx'
import { type ExistingContact, type NewContactDetails, readExistingContacts } from './duplicates.data.ts'
import { MIN_SCORE } from './duplicates.ts'

/**
 * Possible duplicates of a contact that is being entered. Spread the props on the form: duplicates count as seen if they were visible when
 * the submitting click began. The click also blurs a field, which starts a check that may finish before the click ends.
 */
export function useDuplicateCheck() {
  const backend = useBackend()
  const [known, setKnown] = useState<{ people: ExistingContact[]; of: string }>({ people: [], of: '' })
  const seen = useRef('')
  const latest = useRef('')
  const markSeen = () => {
    seen.current = known.of
  }

  async function find(described: NewContactDetails): Promise<ExistingContact[]> {
    const of = JSON.stringify(described)
    latest.current = of
    if (of === known.of) return known.people
    const people = await readExistingContacts(backend, described)
    // Responses of earlier checks may arrive later and are outdated.
    if (latest.current === of) setKnown({ people, of })
    return people
  }

  return {
    people: known.people,
    /** Errors are ignored while typing, because submitting checks again. */
    check: (described: NewContactDetails) => void find(described).catch(() => undefined),
    /** Returns whether there is a certain duplicate that the user has not seen. Marks all duplicates as seen. */
    async hasUnseen(described: NewContactDetails): Promise<boolean> {
      const of = JSON.stringify(described)
      if (of === seen.current) return false
      const people = await find(described)
      seen.current = of
      return people.some(({ score }) => score >= MIN_SCORE)
    },
    formProps: { onPointerDownCapture: markSeen, onKeyDownCapture: markSeen },
  }
}
