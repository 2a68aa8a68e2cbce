import { useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { playTones } from './play-tones.ts'

const labels = {
  played: 'שמעתם שני צלילים?',
  heard: 'השמע תקין, אפשר להתחיל.',
  silent: 'כדאי להגביר את עוצמת השמע במכשיר, לבדוק שהאוזניות מחוברות ושהלשונית אינה מושתקת, ולנסות שוב.',
  impossible: 'הדפדפן הזה לא מאפשר לבדוק כאן את השמע.',
}

/** Plays two tones before the broadcast, and shows what to check if they are not heard. */
export function SoundTest() {
  const [step, setStep] = useState<keyof typeof labels>()
  const again = useRef<HTMLButtonElement>(null)
  // The clicked button is unmounted, so the focus is moved.
  const answer = (heard: 'heard' | 'silent') => {
    setStep(heard)
    again.current?.focus()
  }
  return (
    <div className="room__sound">
      <output>{step && labels[step]}</output>
      <div>
        {step === 'played' && (
          <>
            <Button onClick={() => answer('heard')}>כן, שמעתי</Button>
            <Button onClick={() => answer('silent')}>לא שמעתי</Button>
          </>
        )}
        <Button ref={again} look="ghost" onClick={() => setStep(playTones() ? 'played' : 'impossible')}>
          {step ? 'השמעה נוספת' : 'בדיקת שמע'}
        </Button>
      </div>
    </div>
  )
}
