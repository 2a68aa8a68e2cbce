import { useEffect, useRef } from 'react'
import { readLocalDraft } from './local-draft.ts'
import { createQuestionTimes } from './question-times.ts'

type Times = ReturnType<typeof createQuestionTimes>

/** Question times of one submission, continued from those in local storage. */
export function useQuestionTimes(formId: string, fillKey: string) {
  const times = useRef<Times>(undefined)
  useEffect(() => {
    const local = readLocalDraft(formId)
    const own = createQuestionTimes(() => performance.now(), local?.key === fillKey ? local.seconds : {})
    times.current = own
    const turn = () => (document.hidden ? own.hidden() : own.shown())
    turn()
    document.addEventListener('visibilitychange', turn)
    return () => document.removeEventListener('visibilitychange', turn)
  }, [formId, fillKey])
  return times
}
