import './pixel-card.css'
import { Radio } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { Badge } from '#ui/badge.tsx'
import { useUnsavedForm } from '#ui/forms/unsaved.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { OptionCard } from '#ui/forms/option-card.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { usePixelId, useSetPixelId } from './tracking.data.ts'
import { isPixelId, refusals } from './tracking.ts'

/** Settings of the site's tracking pixel, for owners and admins. */
export function PixelCard() {
  const pixel = usePixelId()
  const setPixel = useSetPixelId()
  const [errorText, setErrorText] = useState<string>()
  const form = useUnsavedForm(pixel.data, pixel.data)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const entry = new FormData(event.currentTarget).get('pixel')
    const typed = typeof entry === 'string' ? entry.trim() : ''
    const wrong = typed !== '' && !isPixelId(typed)
    setErrorText(wrong ? refusals.pixel_id_form : undefined)
    if (wrong) return
    setPixel.mutate(typed, {
      onSuccess: () => toast.success(typed ? 'הפיקסל נשמר' : 'הפיקסל הוסר'),
      onError: (error) => setErrorText(refusalText(error, refusals)),
    })
  }

  if (!pixel.isSuccess) return null
  return (
    <OptionCard
      icon={Radio}
      title={<bdi>Meta Pixel</bdi>}
      text="צפיות בעמודי האתר נספרות אצל הרשת החברתית, רק אצל מי שאישרו עוגיות שיווק."
      badge={pixel.data ? <Badge kind="success">פעיל</Badge> : <Badge kind="outline">כבוי</Badge>}
    >
      <form ref={form} className="pixel-form" noValidate onSubmit={submit}>
        <TextField
          name="pixel"
          label="מספר הפיקסל"
          hint="שדה ריק מכבה את הספירה"
          inputMode="numeric"
          dir="ltr"
          autoComplete="off"
          defaultValue={pixel.data ?? ''}
          key={pixel.data}
          error={errorText}
        />
        <Button type="submit" size="sm" busy={setPixel.isPending}>
          שמירה
        </Button>
      </form>
    </OptionCard>
  )
}
