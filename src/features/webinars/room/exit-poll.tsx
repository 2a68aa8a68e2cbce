import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { type ExitAnswer, exitAnswers, exitLabels } from '../webinar-labels.ts'
import type { RoomHandle } from './use-room.ts'

/** A single question at the end, answered with a click. Another click changes the answer. */
export function ExitPoll({ call }: Pick<RoomHandle, 'call'>) {
  const [answered, setGiven] = useState<ExitAnswer>()
  const [hasFailed, setFailed] = useState(false)
  const answer = (choice: ExitAnswer) => {
    const before = answered
    setFailed(false)
    setGiven(choice)
    call('answer-webinar-exit', { answer: choice }).catch(() => {
      setGiven(before)
      setFailed(true)
    })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset brings a frame and a legend
    <div className="room__sound" role="group" aria-label="איך הייתה ההדרכה?">
      <p>איך הייתה ההדרכה?</p>
      <div>
        {exitAnswers.map((choice) => (
          <Button
            key={choice}
            look={answered === choice ? 'primary' : 'secondary'}
            aria-pressed={answered === choice}
            onClick={() => answer(choice)}
          >
            {exitLabels[choice]}
          </Button>
        ))}
      </div>
      <output>{hasFailed ? 'התשובה לא נשמרה. אפשר לנסות שוב.' : answered && 'תודה, התשובה אצלנו.'}</output>
    </div>
  )
}
