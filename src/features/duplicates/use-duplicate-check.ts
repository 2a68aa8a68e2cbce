import { useRef, useState } from 'react'
import { useBackend } from '#client/session-context.tsx'
import { type ExistingContact, type NewContactDetails, readExistingContacts } from './duplicates.data.ts'
import { MIN_SCORE } from './duplicates.ts'

/**
 * Possible duplicates of a contact that is being typed. The props go on the form: duplicates count as seen if they were visible when the
 * submitting press began. The press also blurs a field, which starts a check that may finish before the press ends.
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
    // An earlier check may be answered later, and knows less.
    if (latest.current === of) setKnown({ people, of })
    return people
  }

  return {
    people: known.people,
    /** The check while typing ignores errors: submitting checks again. */
    check: (described: NewContactDetails) => void find(described).catch(() => undefined),
    /** Whether there is a certain duplicate the user has not seen. Marks all as seen. */
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
